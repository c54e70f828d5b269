"""Follow: an honest toy with hidden hands, suits that must be followed and copies of cards. See rules.en.md."""
