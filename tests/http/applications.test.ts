import { expect, test } from "bun:test";
import { openHarness } from "../support/harness.ts";

test("An application is documented like the one before it, however many a process creates.", async () => {
	const documents: string[] = [];
	for (let n = 0; n < 3; n++) {
		const api = await openHarness();
		documents.push(JSON.stringify(await api.parley.document()));
		await api.close();
	}

	expect(documents[1]).toBe(documents[0] ?? "");
	expect(documents[2]).toBe(documents[0] ?? "");
});
