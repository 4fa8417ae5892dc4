-- Tokens that identity providers make for agents: for whom they must be made, which scope they must have, and whether clients are
-- told to ask this provider for one.
ALTER TABLE proveedorIdentidad ADD COLUMN anunciado BOOLEANO NOT NULL DEFAULT 0 CHECK (anunciado IN (0, 1));
ALTER TABLE proveedorIdentidad ADD COLUMN audiencias TEXTO NOT NULL DEFAULT '[]';  -- JSON; none: the address of /mcp, if it is announced
ALTER TABLE proveedorIdentidad ADD COLUMN alcance TEXTO NOT NULL DEFAULT '';       -- empty: any
