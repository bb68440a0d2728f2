/** An upload has one writer at a time, whichever servers its requests reach. */
import { describe, expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { createTestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type Instance, openInstances } from "../support/instances.ts";
import { done, foundSchool } from "../support/school.ts";
import { until } from "../support/until.ts";
import { wavOf } from "../support/wav.ts";

const SIZE = 300_000;
const CONTENT = wavOf(SIZE);

// Absent with SQLite: there cannot be two servers.
if (dialect === "postgres") {
	const database = await createTestDatabase("empty");
	await forThisFile({ close: database.drop });
	const { all } = await forThisFile(openInstances({ databaseUrl: database.url }));
	const [here, there] = all;
	if (!here || !there) throw new Error("two servers were asked for");
	const owner = await foundSchool(here.url);
	const { token } = owner;
	const workspace = await done(here.url, "POST", `/orgs/${owner.orgId}/workspaces`, {
		token,
		body: { name: "Biology" },
	});

	const announce = async (): Promise<string> => {
		const body = { workspaceId: workspace.id, filename: "lesson.wav", contentType: "audio/wav", size: SIZE };
		return (await done(here.url, "POST", "/meetings/upload/init", { token, body })).uploadId;
	};
	const send = ({ url }: Instance, uploadId: string, offset: number, body: BodyInit): Promise<Response> =>
		fetch(`${url}/uploads/${uploadId}`, {
			method: "PATCH",
			headers: {
				authorization: `Bearer ${token}`,
				"tus-resumable": "1.0.0",
				"upload-offset": String(offset),
				"content-type": "application/offset+octet-stream",
			},
			body,
		});
	const part = (from: number, to?: number) => new Uint8Array(CONTENT.slice(from, to));

	/** Begins to send bytes; the request stays open until it is told to go on. */
	function beginTo(instance: Instance, uploadId: string, offset: number) {
		const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
		const writer = writable.getWriter();
		return { answer: send(instance, uploadId, offset, readable), writer };
	}
	/** Sends bytes without end, slowly. */
	function trickle(instance: Instance, uploadId: string, from: number) {
		const { answer, writer } = beginTo(instance, uploadId, from);
		let at = from;
		const timer = setInterval(() => {
			writer.write(part(at, at + 1_000)).catch(() => {});
			at += 1_000;
		}, 100);
		return {
			answer,
			async end() {
				clearInterval(timer);
				await writer.close().catch(() => {});
				return at;
			},
			stop: () => clearInterval(timer),
		};
	}
	const head = ({ url }: Instance, uploadId: string) =>
		fetch(`${url}/uploads/${uploadId}`, {
			method: "HEAD",
			headers: { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0" },
		});
	const offsetOf = async (instance: Instance, uploadId: string): Promise<number> =>
		Number((await head(instance, uploadId)).headers.get("upload-offset"));
	/** Sends what is missing as a client does; returns the time until it was accepted, in ms. */
	async function finish(instance: Instance, uploadId: string): Promise<number> {
		const startMs = performance.now();
		for (;;) {
			const at = await offsetOf(instance, uploadId);
			const { status } = await send(instance, uploadId, at, part(at));
			if (status === 204) return performance.now() - startMs;
			if (status !== 423 && status !== 409) throw new Error(`it was answered ${status}`);
			await Bun.sleep(200);
		}
	}
	const contentOf = async (instance: Instance, uploadId: string): Promise<string> => {
		const { state, meetingId, recordingId } = await done(instance.url, "GET", `/uploads/${uploadId}`, { token });
		expect(state).toBe("finished");
		const response = await fetch(`${instance.url}/meetings/${meetingId}/recordings/${recordingId}/content`, {
			headers: { authorization: `Bearer ${token}` },
		});
		return Bun.SHA256.hash(await response.bytes(), "hex");
	};
	const EXPECTED = Bun.SHA256.hash(CONTENT, "hex");

	describe("an upload that two servers are sent bytes of", () => {
		test("is refused at the second with 423 while the first receives, and neither damages it", async () => {
			const uploadId = await announce();
			expect((await send(here, uploadId, 0, part(0, 100_000))).status).toBe(204);
			const first = trickle(here, uploadId, 100_000);
			await Bun.sleep(500);

			const refused: unknown[] = [];
			for (let round = 0; round < 5; round++) {
				const { status, headers } = await send(there, uploadId, 100_000, part(100_000));
				refused.push([status, headers.get("retry-after"), (await head(there, uploadId)).status]);
				await Bun.sleep(300);
			}
			const end = await first.end();

			expect(refused).toEqual(Array(5).fill([423, "2", 200]));
			expect((await first.answer).status).toBe(204);
			expect(await offsetOf(there, uploadId)).toBe(end);
			await finish(there, uploadId);
			expect(await contentOf(here, uploadId)).toBe(EXPECTED);
		}, 60_000);

		test("goes on at the second once the first has stalled, whose late bytes are refused", async () => {
			const uploadId = await announce();
			const { answer, writer } = beginTo(here, uploadId, 0);
			await writer.write(part(0, 70_000));
			await Bun.sleep(300);

			const waitedMs = await finish(there, uploadId);
			await writer.write(part(70_000, 140_000)).catch(() => {});
			await writer.close().catch(() => {});

			expect(waitedMs).toBeLessThan(5_000);
			expect([409, 410, 423]).toContain((await answer).status);
			expect(await contentOf(here, uploadId)).toBe(EXPECTED);
		}, 60_000);

		test("survives many requests at both at once", async () => {
			const uploadId = await announce();

			await Promise.all([here, there, here, there].map((instance) => finish(instance, uploadId)));

			expect(await contentOf(there, uploadId)).toBe(EXPECTED);
		}, 60_000);

		test("is not held by a server that was killed", async () => {
			const uploadId = await announce();
			const first = trickle(here, uploadId, 0);
			first.answer.catch(() => {});
			await Bun.sleep(500);
			await until(async () => (await send(there, uploadId, 0, part(0, 0))).status === 423);

			await here.kill();
			first.stop();
			const waitedMs = await finish(there, uploadId);
			await here.restart();

			expect(waitedMs).toBeLessThan(3_000);
			expect(await contentOf(there, uploadId)).toBe(EXPECTED);
		}, 60_000);
	});
}
