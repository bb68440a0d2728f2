/** Captions that are sent again with their keys, over kills of the server, are stored once each. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryDirectory } from "#tests/support/command";
import { forThisFile } from "#tests/support/for-this-file";
import { openInstances } from "#tests/support/instances";
import { done, foundSchool } from "#tests/support/school";

const CLIENTS = 8;
const CAPTIONS = 12;
const KILLS = 4;

test("each of 96 captions is stored once, however often the server is killed while it is sent", async () => {
	const folder = temporaryDirectory();
	await forThisFile({ close: folder.remove });
	const { all } = await forThisFile(
		openInstances({ count: 1, databaseUrl: `sqlite:${join(folder.path, "parley.db")}` }),
	);
	const [server] = all;
	if (!server) throw new Error("a server was asked for");
	const { orgId, token } = await foundSchool(server.url);
	const workspace = await done(server.url, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Physics" } });
	const body = { title: "Optics", transcription: { live: true } };
	const { meeting } = await done(server.url, "POST", `/workspaces/${workspace.id}/meetings`, { token, body });

	let [acknowledged, replayed, lost] = [0, 0, 0];
	const sent: { readonly text: string; readonly key: string; readonly id: string }[] = [];
	const enough = Array.from({ length: KILLS }, () => Promise.withResolvers<void>());

	/** Sends a caption until it is acknowledged. @returns its id */
	async function caption(text: string, key: string): Promise<string> {
		const headers = { authorization: `Bearer ${token}`, "content-type": "text/plain", "idempotency-key": key };
		for (;;) {
			const asked = fetch(`${server?.url}/meetings/${meeting.id}/captions`, { method: "POST", headers, body: text });
			const response = await asked.catch(() => null);
			const answer = await response?.json().catch(() => null);
			if (response?.status === 201 && answer !== null) {
				if (response.headers.has("idempotency-replayed")) replayed++;
				enough[Math.floor((++acknowledged * (KILLS + 1)) / (CLIENTS * CAPTIONS)) - 1]?.resolve();
				return answer.data.segments[0].id;
			}
			if (response !== null && ![409, 503].includes(response.status))
				throw new Error(`a caption was answered ${response.status}: ${JSON.stringify(answer)}`);
			lost++;
			await Bun.sleep(20);
		}
	}

	const speaking = Array.from({ length: CLIENTS }, async (_, client) => {
		for (let n = 0; n < CAPTIONS; n++) {
			const [text, key] = [`Client ${client} says ${n}.`, crypto.randomUUID()];
			sent.push({ text, key, id: await caption(text, key) });
		}
	});
	for (const { promise } of enough) {
		await promise;
		await server.kill();
		await server.restart();
	}
	await Promise.all(speaking);
	// As clients do that died before they had noted the answer.
	const before = replayed;
	const again = await Promise.all(sent.map(({ text, key }) => caption(text, key)));

	const [transcript] = await done(server.url, "GET", `/meetings/${meeting.id}/transcripts`, { token });
	const stored = await done(server.url, "GET", `/transcripts/${transcript.id}/segments?limit=200`, { token });
	expect(again).toEqual(sent.map(({ id }) => id));
	expect(replayed - before).toBe(CLIENTS * CAPTIONS);
	expect(stored.map(({ id }: { id: string }) => id).sort()).toEqual(again.toSorted());
	expect(new Set(stored.map(({ text }: { text: string }) => text)).size).toBe(CLIENTS * CAPTIONS);
	expect(lost).toBeGreaterThan(KILLS);
}, 60_000);
