"""What has happened: the log, the review and what moves on the screen."""
