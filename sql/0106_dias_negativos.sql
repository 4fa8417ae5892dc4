-- Until when days may have ended below zero: where negative stock was allowed and no longer is, what was recorded then stays.
ALTER TABLE configuracion ADD COLUMN negativosHasta FECHA;
