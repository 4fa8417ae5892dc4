-- Of goods that went back in parts, in another currency: what each part was posted at. Parts are converted together, and once one of
-- them is cancelled only what the others were posted at says what is left for the next. Nothing: of before, or converted by itself.
ALTER TABLE partida ADD COLUMN importeLocal IMPORTE;
