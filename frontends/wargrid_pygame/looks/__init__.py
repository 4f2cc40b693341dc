"""Icons and colours of a ruleset: `looks.yaml`, its models and its defaults."""
