#pragma once
// What a room stands on.
#include "api/operations.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "tabla/hoja.hpp"
