/** A file that waits for consent becomes one recording, whichever servers are asked and looked at it. */
import { expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { createTestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { openInstances } from "../support/instances.ts";
import { openRoom } from "../support/live-room.ts";
import { done, foundSchool } from "../support/school.ts";
import { until } from "../support/until.ts";
import { wavOf } from "../support/wav.ts";

const CONTENT = wavOf(200_000);
const TUS = { "tus-resumable": "1.0.0" };

// Absent with SQLite: there cannot be two servers.
if (dialect === "postgres") {
	const database = await createTestDatabase("empty");
	await forThisFile({ close: database.drop });
	const { all } = await forThisFile(openInstances({ databaseUrl: database.url }));
	const [here, there] = all;
	if (!here || !there) throw new Error("two servers were asked for");
	const owner = await foundSchool(here.url);
	const { token } = owner;

	/** Has files wait for a guest. */
	const waiting = async (files: number) => {
		const room = await openRoom(here.url, owner, { recording: { mode: "manual", consent: "required" } });
		const path = `/meetings/${room.meetingId}`;
		const decide = async (at: string, by: string, id: string, kind: string, decision = "granted") =>
			done(at, "PUT", `${path}/participants/${id}/consent`, { token: by, body: { kind, decision } });
		const host = await done(here.url, "POST", `${path}/join`, { token, body: {} });
		await decide(here.url, token, host.id, "recording");
		const body = { meetingId: room.meetingId, filename: "a.wav", contentType: "audio/wav", size: CONTENT.length };
		const ids: string[] = [];
		for (let n = 0; n < files; n++)
			ids.push((await done(here.url, "POST", "/meetings/upload/init", { token, body })).uploadId);
		const guest = await room.guest(there.url, "Mei");
		const own = (await done(there.url, "GET", `${path}/participants?state=admitted`, { token })).find(
			({ name }: { name: string }) => name === "Mei",
		);
		for (const id of ids)
			await fetch(`${there.url}/uploads/${id}`, {
				method: "PATCH",
				headers: {
					...TUS,
					authorization: `Bearer ${token}`,
					"upload-offset": "0",
					"content-type": "application/offset+octet-stream",
				},
				body: CONTENT,
			});
		const shown = (id: string) => done(there.url, "GET", `/uploads/${id}`, { token });
		return {
			ids,
			shown,
			decide: (at: string, kind: string, decision?: string) => decide(at, guest.token, own.id, kind, decision),
			areFinished: (withinMs?: number) =>
				until(async () => (await Promise.all(ids.map(shown))).every(({ state }) => state === "finished"), withinMs),
			recordings: () => done(there.url, "GET", `${path}/recordings`, { token }),
		};
	};

	test("files become one recording each, while both servers are asked and much is decided", async () => {
		const { ids, shown, decide, areFinished, recordings } = await waiting(5);
		const before = await Promise.all(ids.map(shown));
		const head = (url: string, id: string) =>
			fetch(`${url}/uploads/${id}`, { method: "HEAD", headers: { ...TUS, authorization: `Bearer ${token}` } });

		await Promise.all([
			decide(here.url, "transcription", "denied"),
			decide(there.url, "summary", "denied"),
			decide(here.url, "recording"),
			...ids.flatMap((id) => [head(here.url, id), head(there.url, id)]),
		]);
		await areFinished();

		expect(before).toMatchObject(ids.map(() => ({ state: "finishing", waitingFor: "consent" })));
		expect(await recordings()).toHaveLength(ids.length);
	}, 60_000);

	test("files become recordings although the server that heard the decision was killed", async () => {
		const { ids, decide, areFinished, recordings } = await waiting(3);

		await decide(here.url, "recording");
		await here.kill();
		await areFinished(120_000);

		expect(await recordings()).toHaveLength(ids.length);
	}, 150_000);
}
