-- How the goods of an invoice leave the country, where they do, as the authority has it (c_Exportacion); '': as its lines say.
ALTER TABLE documentoCondicion ADD COLUMN exportacion TEXTO NOT NULL DEFAULT '' CHECK (exportacion IN ('', '01', '02', '03', '04'));
