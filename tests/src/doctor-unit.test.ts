import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { isUnitFor } from "#src/cli/doctor/backups";

const UNIT = readFileSync(new URL("../../deploy/parley.service", import.meta.url), "utf8");

test.each([
	["", "/srv/backups", true],
	[UNIT, "/srv/backups", false],
	[`${UNIT}\n[Service]\nReadWritePaths=/srv/backups\n`, "/srv/backups", true],
	[`${UNIT}\n[Service]\nReadWritePaths=/mnt -/srv\n`, "/srv/backups", true],
	[`${UNIT}\n[Service]\nReadWritePaths=/srv/back\n`, "/srv/backups", false],
])("a unit lets its service write to a folder (%#)", (text, folder, expected) => {
	expect(isUnitFor(text, folder)).toBe(expected);
});
