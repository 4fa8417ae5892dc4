-- Lists by what was found or by what the authority says cost their page, however many validations there are.
CREATE INDEX validacion_resultado ON validacion (organizacionId, resultado, validacionId);
CREATE INDEX validacion_estado_sat ON validacion (organizacionId, estadoSat, validacionId);
