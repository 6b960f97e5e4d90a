"""Print, fill and audit environment sheets for Cascadia: Rolling Hills (unofficial fan tool)."""

__version__ = "0.1.0"
