-- What an organization lets go of a customer's or a supplier's account, and how far it goes with its customers.

-- The greatest balance that may be written off as small, in the organization's currency: 100.00.
ALTER TABLE configuracion ADD COLUMN ajusteSaldoMaximo IMPORTE NOT NULL DEFAULT 100000000 CHECK (ajusteSaldoMaximo >= 0);
-- Whether open orders count against a customer's limit.
ALTER TABLE configuracion ADD COLUMN creditoConPedidos BOOLEANO NOT NULL DEFAULT 0 CHECK (creditoConPedidos IN (0, 1));

-- Lines that were delivered before they are invoiced, with what they will come to. How much of a line is still to be invoiced is
-- the line less its progress; `abierto` only keeps lines that are done out of the way of whoever adds up the others.
CREATE TABLE porFacturar (
    organizacionId REF      NOT NULL,
    transaccionId  REF      NOT NULL,
    numeroPartida  ENTERO   NOT NULL,
    entidadId      REF      NOT NULL,
    valor          IMPORTE  NOT NULL CHECK (valor >= 0),  -- of the whole line with its taxes, in the organization's currency
    abierto        BOOLEANO NOT NULL CHECK (abierto IN (0, 1)),
    PRIMARY KEY (organizacionId, transaccionId, numeroPartida),
    FOREIGN KEY (organizacionId, transaccionId, numeroPartida) REFERENCES partida (organizacionId, transaccionId, numeroPartida)
) WITHOUT ROWID;
CREATE INDEX porFacturar_abierto ON porFacturar (organizacionId, entidadId) WHERE abierto = 1;
CREATE INDEX documento_pedido_vigente ON documento (organizacionId, entidadId) WHERE tipo = 'PedidoCliente' AND estado = 'vigente';

-- By how much of an order line a delivery or an invoice may go beyond it.
ALTER TABLE producto ADD COLUMN toleranciaEntrega TASA NOT NULL DEFAULT 0 CHECK (toleranciaEntrega BETWEEN 0 AND 1000000);
