"""What a person keeps: settings, the folder of data, own games; and where the program is shown."""
