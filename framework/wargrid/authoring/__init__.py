"""Tools for authors of rulesets and plugins: explain, schema, show, play-test, scaffold."""
