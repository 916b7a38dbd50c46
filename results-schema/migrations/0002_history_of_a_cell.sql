-- SPDX-License-Identifier: GPL-3.0-or-later
-- The history of a cell goes through all campaigns: with everything that it filters by in the index, only fio's sums
-- are looked up row by row.

DROP INDEX measurement_by_cell;
CREATE INDEX measurement_by_cell ON measurement (cell_id, arm_id, block_id, run, probed, status);
