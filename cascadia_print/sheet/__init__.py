"""What a sheet is: from the text of a file to a frozen `Sheet`."""
