/** Whatever enters the ledger of artifacts can be deleted when its retention period is over. */
import { expect, test } from "bun:test";
import { CLASS_OF_OWNER } from "#db/schema";
import { describeParley } from "#src/cli/openapi";
import { loadConfig } from "#src/config";

test("every owner of artifacts is purged by one module", () => {
	const { services } = describeParley(loadConfig(() => undefined, [], false));

	const purged = services.contributions.flatMap(({ purgeArtifact = {} }) => Object.keys(purgeArtifact));

	expect(purged.sort()).toEqual(Object.keys(CLASS_OF_OWNER).sort());
});
