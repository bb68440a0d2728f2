import { beforeEach, describe, expect, test } from "bun:test";
import { rfc3339 } from "#kernel/clock";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const HOUR_MS = 3_600_000;
const WAV = wavOf(60_000);
const bytes = (text: string) => new TextEncoder().encode(text);

const api = await useHarness();
let owner: SignedIn;
let uploads: ReturnType<typeof uploading>;
beforeEach(async () => {
	owner = await api.createOrganization();
	uploads = uploading(api, owner);
});

/** Returns the files that the blob store holds of the organization, once the jobs are done. */
async function leftFiles(): Promise<string[]> {
	while ((await api.parley.services.jobs.runDue()) > 0);
	return Array.fromAsync(new Bun.Glob(`blobs/${owner.orgId}/**/*`).scan({ cwd: api.config.dataDir, dot: true }));
}

/** Sends requests of uploads with a token of now. */
async function signedInAgain() {
	const credentials = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
	const { body } = await api.request("POST", "/auth/login", { body: credentials });
	return uploading(api, { ...owner, token: body.access_token });
}

async function eventsOf(type: string) {
	const rows = await api.store.acrossTenants.db.select().from((await import("#db/schema")).events);
	return rows.filter((row) => row.orgId === owner.orgId && row.type === type);
}

/** Announces an upload and sends a part of it. */
async function begun(sent = 20_000) {
	const { body } = await uploads.announce(WAV.length);
	await uploads.patch(body.data.uploadId, 0, WAV.slice(0, sent));
	return body.data as { readonly uploadId: string; readonly meetingId: string };
}

describe("content that is no media", () => {
	const HOSTILE: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
		"a page": bytes("<!doctype html><script>alert(1)</script>".padEnd(9000)),
		"a playlist": bytes("#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n".padEnd(9000)),
		"an archive": new Uint8Array([0x50, 0x4b, 3, 4, ...new Uint8Array(9000)]),
		"a list of files for ffmpeg": bytes("ffconcat version 1.0\nfile /etc/passwd\n".padEnd(9000)),
		"one byte": bytes("R"),
		"the beginning of a header": WAV.slice(0, 10),
	};

	inProcessTest.each(Object.entries(HOSTILE))(
		"such as %s ends the upload, and nothing of it is left",
		async (_, content) => {
			const { body } = await uploads.announce(content.length, { filename: "lesson.webm", contentType: "video/webm" });
			const { uploadId, meetingId } = body.data;

			const sent = await uploads.patch(uploadId, 0, content);

			expect(codeOf(sent)).toEqual([415, "unsupported_media_type"]);
			expect((await uploads.patch(uploadId, content.length, "")).status).toBe(404);
			const meeting = await api.request("GET", `/meetings/${meetingId}`, { token: owner.token });
			expect(codeOf(meeting)).toEqual([404, "not_found"]);
			expect(await eventsOf("upload.failed")).toHaveLength(1);
			expect(await eventsOf("recording.created")).toEqual([]);
			expect(await leftFiles()).toEqual([]);
		},
	);
});

describe("the announced hash", () => {
	test("is that of the content, or the upload has failed", async () => {
		const { body } = await uploads.announce(WAV.length, { sha256: "0".repeat(64) });

		const sent = await uploads.patch(body.data.uploadId, 0, WAV);

		expect(codeOf(sent)).toEqual([422, "content_mismatch"]);
		expect((await uploads.get(body.data.uploadId)).status).toBe(404);
	});

	test("is accepted in capitals", async () => {
		const sha256 = new Bun.CryptoHasher("sha256").update(WAV).digest("hex").toUpperCase();

		const { body } = await uploads.announce(WAV.length, { sha256 });

		expect((await uploads.patch(body.data.uploadId, 0, WAV)).status).toBe(204);
	});
});

describe("the last bytes", () => {
	test("make one recording, however often they are sent", async () => {
		const { uploadId } = await begun();

		const sent = await Promise.all([1, 2, 3].map(() => uploads.patch(uploadId, 20_000, WAV.slice(20_000))));
		const after = [
			await uploads.patch(uploadId, 60_000, ""),
			await uploads.patch(uploadId, 20_000, WAV.slice(20_000)),
			await uploads.head(uploadId),
		];

		expect(sent.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
		for (const { status } of sent) expect([204, 409, 423]).toContain(status);
		expect(after.map(({ status }) => status)).toEqual([204, 409, 200]);
		expect(after[2]?.headers.get("upload-offset")).toBe("60000");
		for (const type of ["upload.completed", "recording.created"]) expect(await eventsOf(type)).toHaveLength(1);
	});

	test("are no more than was announced", async () => {
		const { uploadId } = await begun();

		const declared = await uploads.patch(uploadId, 20_000, wavOf(50_000));
		const offset = Number((await uploads.head(uploadId)).headers.get("upload-offset"));
		const streamed = await uploads.patch(uploadId, offset, new Blob([wavOf(50_000)]).stream());

		expect(codeOf(declared)).toEqual([413, "payload_too_large"]);
		expect(codeOf(streamed)).toEqual([413, "payload_too_large"]);
		expect((await uploads.get(uploadId)).body.data.state).toBe("open");
	});
});

describe("a checksum", () => {
	const digest = (part: Uint8Array) => new Bun.CryptoHasher("sha1").update(part).digest("base64");

	test("that does not fit leaves the upload where it was", async () => {
		const { uploadId } = await begun();
		const part = WAV.slice(20_000, 40_000);

		const wrong = await uploads.patch(uploadId, 20_000, part, { "upload-checksum": `sha1 ${digest(WAV)}` });
		const right = await uploads.patch(uploadId, 20_000, part, { "upload-checksum": `sha1 ${digest(part)}` });

		expect(codeOf(wrong)).toEqual([460, "checksum_mismatch"]);
		expect([right.status, right.headers.get("upload-offset")]).toEqual([204, "40000"]);
	});

	test.each(["sha3 AAAA", "sha1", "sha1 $$$", "sha1 AAAA BBBB"])("%p cannot be read", async (header) => {
		const { uploadId } = await begun();

		const sent = await uploads.patch(uploadId, 20_000, WAV.slice(20_000), { "upload-checksum": header });

		expect(codeOf(sent)).toEqual([400, "invalid_request"]);
	});
});

describe("a cancelled upload", () => {
	inProcessTest("leaves nothing behind", async () => {
		const { uploadId, meetingId } = await begun();

		const cancelled = await uploads.cancel(uploadId);

		expect(cancelled.status).toBe(204);
		expect((await uploads.patch(uploadId, 20_000, WAV.slice(20_000))).status).toBe(404);
		expect((await api.request("GET", `/meetings/${meetingId}`, { token: owner.token })).status).toBe(404);
		expect(await leftFiles()).toEqual([]);
		expect((await uploads.get(uploadId)).status).toBe(404);
	});

	test("that is a recording already stays one", async () => {
		const { uploadId, path } = await uploads.upload(WAV);

		await uploads.cancel(uploadId);

		expect((await api.request("GET", path, { token: owner.token })).status).toBe(200);
	});
});

describe("an upload that is not continued", () => {
	inProcessTest("expires, and nothing of it is left", async () => {
		const { uploadId } = await begun();

		api.advanceMs(24 * HOUR_MS);
		const late = await (await signedInAgain()).patch(uploadId, 20_000, WAV.slice(20_000));

		expect(codeOf(late)).toEqual([410, "gone"]);
		expect(await leftFiles()).toEqual([]);
		expect(await eventsOf("upload.failed")).toHaveLength(1); // The fact is "upload.expire".
		expect(await eventsOf("meeting.deleted")).toHaveLength(1);
	});

	inProcessTest("lives on with every byte, for a week at most", async () => {
		const { uploadId } = await begun(1);
		const announcedAtMs = api.nowMs();
		for (let day = 1; day <= 6; day++) {
			api.advanceMs(23 * HOUR_MS);
			await api.parley.services.jobs.runDue();
			const again = await signedInAgain();
			expect((await again.patch(uploadId, day, WAV.slice(day, day + 1))).status).toBe(204);
		}
		api.advanceMs(23 * HOUR_MS);
		const last = await signedInAgain();
		expect((await last.patch(uploadId, 7, WAV.slice(7, 8))).status).toBe(204);

		const { body } = await last.get(uploadId);

		expect(body.data.expiresAt).toBe(rfc3339(announcedAtMs + 7 * 24 * HOUR_MS));
	});

	inProcessTest("waits while its organization is suspended, and goes on where it was", async () => {
		const { uploadId } = await begun();
		const token = await api.signInSystem();
		await api.request("POST", `/orgs/${owner.orgId}/suspend`, { token, body: {} });
		const frozen = await uploads.patch(uploadId, 20_000, WAV.slice(20_000));
		for (let day = 0; day < 3; day++) {
			api.advanceMs(24 * HOUR_MS);
			await api.parley.services.jobs.runDue();
		}

		await api.request("POST", `/orgs/${owner.orgId}/resume`, { token: await api.signInSystem(), body: {} });
		const goesOn = await signedInAgain();

		expect(codeOf(frozen)).toEqual([403, "organization_suspended"]);
		expect((await goesOn.head(uploadId)).headers.get("upload-offset")).toBe("20000");
		expect((await goesOn.patch(uploadId, 20_000, WAV.slice(20_000))).status).toBe(204);
	});
});

describe("whoever lost the right to an upload", () => {
	test("does not continue it: a stranger of another organization hears of nothing", async () => {
		const { uploadId } = await begun();
		const other = uploading(api, await api.createOrganization());

		const unknown = uploadId.replace(/.{6}$/, "000000");
		const answers = await Promise.all(
			[uploadId, unknown].flatMap((id) => [other.patch(id, 20_000, WAV), other.get(id), other.cancel(id)]),
		);

		expect(answers.map(codeOf)).toEqual(Array.from({ length: 6 }, () => [404, "not_found"]));
		const details = new Set(answers.map(({ body }) => body.error.detail));
		expect(details.size).toBe(1);
	});

	test("does not continue it after leaving the organization", async () => {
		const host = await api.addMember(owner, "manager");
		const path = `/workspaces/${await uploads.workspace()}/members`;
		await api.request("POST", path, { token: owner.token, body: { userId: host.userId, role: "host" } });
		const workspaceId = await uploads.workspace();
		const theirs = uploading(api, host);
		const { body } = await theirs.announce(WAV.length, { workspaceId });
		await theirs.patch(body.data.uploadId, 0, WAV.slice(0, 100));

		await api.request("DELETE", `/orgs/${owner.orgId}/members/${host.userId}`, { token: owner.token });

		expect(codeOf(await theirs.patch(body.data.uploadId, 100, WAV.slice(100)))).toEqual([401, "token_revoked"]);
		expect((await uploads.patch(body.data.uploadId, 100, WAV.slice(100))).status).toBe(204);
	});

	inProcessTest("finds nothing once the meeting is deleted, and nothing of it is left", async () => {
		const { uploadId, meetingId } = await begun();

		await api.request("DELETE", `/meetings/${meetingId}`, { token: owner.token });

		expect(codeOf(await uploads.patch(uploadId, 20_000, WAV.slice(20_000)))).toEqual([404, "not_found"]);
		expect(await leftFiles()).toEqual([]);
	});
});
