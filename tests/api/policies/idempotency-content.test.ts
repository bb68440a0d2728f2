import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { recordings, segments, usageRecords } from "#db/schema/index";
import { formOf, silence } from "#tests/support/audio-forms";
import { captionsOf } from "#tests/support/captions";
import { type SignedIn, type TestRequest, useHarness } from "#tests/support/harness";
import { codeOf, isReplayed } from "#tests/support/responses";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

// No engine is asked about silence.
const api = await useHarness({ env: { STT_URL: "http://127.0.0.1:9/v1" } });
const { openLive } = captionsOf(api);
const db = api.store.acrossTenants.db;

/** Returns what sends a body with the same key. */
function keyed(by: SignedIn, path: string, key: string = crypto.randomUUID()) {
	return (raw: TestRequest["raw"], headers: Readonly<Record<string, string>>, query = "") =>
		api.request("POST", `${path}${query}`, {
			token: by.token,
			...(raw !== undefined && { raw }),
			headers: { ...headers, "idempotency-key": key },
		});
}

/** Returns a body that arrives in chunks, without a length. */
const inChunks = (bytes: Uint8Array, size: number): ReadableStream =>
	new ReadableStream({
		start(controller) {
			for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
			controller.close();
		},
	});

const TEXT = { "content-type": "text/plain" };

describe("captions with a key", () => {
	const captionsIn = async ({ orgId }: SignedIn) =>
		(await db.select().from(segments).where(eq(segments.orgId, orgId))).map(({ text }) => text);

	test("are stored once, however they arrive", async () => {
		const owner = await api.createOrganization();
		const { id } = await openLive(owner);
		const send = keyed(owner, `/meetings/${id}/captions`);
		const bytes = new TextEncoder().encode("Grüße an alle");

		const answers = [await send("Grüße an alle", TEXT), await send(bytes, TEXT), await send(inChunks(bytes, 3), TEXT)];

		expect(answers.map((each) => [each.status, each.text, isReplayed(each)])).toEqual(
			[false, true, true].map((replayed) => [201, answers[0]?.text ?? "", replayed]),
		);
		expect(await captionsIn(owner)).toEqual(["Grüße an alle"]);
	});

	test.each([
		["another text", "Two", TEXT, "?seq=1"],
		["another number", "One", TEXT, "?seq=2"],
		["another language", "One", TEXT, "?seq=1&lang=de"],
		["no number", "One", TEXT, ""],
		["another character set", "One", { "content-type": "text/plain; charset=windows-1252" }, "?seq=1"],
	] as const)("and %s are 422, and nothing is stored", async (_, text, headers, query) => {
		const owner = await api.createOrganization();
		const { id } = await openLive(owner);
		const send = keyed(owner, `/meetings/${id}/captions`);
		await send("One", TEXT, "?seq=1");

		const other = await send(text, headers, query);

		expect(codeOf(other)).toEqual([422, "idempotency_key_reused"]);
		expect(await captionsIn(owner)).toEqual(["One"]);
	});

	test("are stored once when many come at once: the others get the answer, or wait", async () => {
		const owner = await api.createOrganization();
		const { id } = await openLive(owner);
		const send = keyed(owner, `/meetings/${id}/captions`);

		const answers = await Promise.all(Array.from({ length: 8 }, () => send("At once", TEXT)));

		const refused = answers.filter(({ status }) => status !== 201).map(codeOf);
		expect(answers.filter((each) => each.status === 201 && !isReplayed(each))).toHaveLength(1);
		expect(refused).toEqual(refused.map(() => [409, "idempotency_in_progress"]));
		expect(await captionsIn(owner)).toEqual(["At once"]);
	});

	test("are taken after a refusal of their shape, with the same key", async () => {
		const owner = await api.createOrganization();
		const { id } = await openLive(owner);
		const send = keyed(owner, `/meetings/${id}/captions`);

		const [empty, mended] = [await send(" ", TEXT), await send("Said", TEXT)];

		expect([empty.status, mended.status, isReplayed(mended)]).toEqual([422, 201, false]);
	});
});

describe("a form with a key", () => {
	const usesOf = async ({ orgId }: SignedIn) =>
		(await db.select().from(usageRecords).where(eq(usageRecords.orgId, orgId))).filter(
			({ meter }) => meter === "transcriptionMs",
		);

	test("is the same with another boundary, and counted once", async () => {
		const owner = await api.createOrganization();
		const send = keyed(owner, "/v1/audio/transcriptions");
		const forms = [0, 1].map(() =>
			formOf([
				["model", "whisper-1"],
				["file", silence()],
			]),
		);
		const [first, second] = await Promise.all(forms);
		if (!first || !second) throw new Error("two forms were made");

		const answers = [await send(first.raw, first.headers), await send(second.raw, second.headers)];

		expect(first.headers).not.toEqual(second.headers);
		expect(answers.map((each) => [each.status, each.text, isReplayed(each)])).toEqual(
			[false, true].map((replayed) => [200, answers[0]?.text ?? "", replayed]),
		);
		expect(await usesOf(owner)).toHaveLength(1);
	});

	test.each([
		[
			"another file",
			[
				["model", "whisper-1"],
				["file", new File([wavOf(32_046).fill(0, 44)], "silence.wav")],
			],
		],
		[
			"another field",
			[
				["model", "whisper-1"],
				["prompt", "x"],
				["file", silence()],
			],
		],
		[
			"the fields in another order",
			[
				["file", silence()],
				["model", "whisper-1"],
			],
		],
	] as const)("and %s is 422", async (_, fields) => {
		const owner = await api.createOrganization();
		const send = keyed(owner, "/v1/audio/transcriptions");
		const [form, other] = [
			await formOf([
				["model", "whisper-1"],
				["file", silence()],
			]),
			await formOf(fields),
		];
		await send(form.raw, form.headers);

		const again = await send(other.raw, other.headers);

		expect(codeOf(again)).toEqual([422, "idempotency_key_reused"]);
		expect(await usesOf(owner)).toHaveLength(1);
	});
});

describe("an upload with a key", () => {
	const WAV = wavOf(200_000);
	const TUS = {
		"tus-resumable": "1.0.0",
		"upload-offset": "0",
		"upload-length": String(WAV.length),
		"content-type": "application/offset+octet-stream",
	};

	async function announced() {
		const owner = await api.createOrganization();
		const { uploadId } = (await uploading(api, owner).announce(WAV.length)).body.data;
		const count = async () => (await db.select().from(recordings).where(eq(recordings.orgId, owner.orgId))).length;
		return { owner, uploadId, send: keyed(owner, `/uploads/${uploadId}`), count };
	}

	test("is answered as before, and makes one recording", async () => {
		const { send, count } = await announced();

		const answers = [await send(inChunks(WAV, 65_536), TUS), await send(inChunks(WAV, 1_000), TUS)];

		expect(answers.map((each) => [each.status, each.headers.get("upload-offset"), isReplayed(each)])).toEqual(
			[false, true].map((replayed) => [201, String(WAV.length), replayed]),
		);
		expect(answers[1]?.headers.get("location")).toBe(answers[0]?.headers.get("location") ?? "");
		expect(await count()).toBe(1);
	});

	test("and other bytes is 422", async () => {
		const { send, count } = await announced();
		await send(WAV, TUS);
		const other = WAV.slice();
		other[other.length - 1] = 1;

		const again = await send(other, TUS);

		expect(codeOf(again)).toEqual([422, "idempotency_key_reused"]);
		expect(await count()).toBe(1);
	});

	test("without bytes begins it, once and again", async () => {
		const { send } = await announced();
		const { "content-type": _, "upload-offset": __, ...headers } = TUS;

		const answers = [await send(undefined, headers), await send(undefined, headers)];

		expect(answers.map((each) => [each.status, isReplayed(each)])).toEqual([
			[201, false],
			[201, true],
		]);
	});
});

describe("what was done once", () => {
	test("is answered to nobody who may not do it any more", async () => {
		const owner = await api.createOrganization();
		const admin = await api.addMember(owner, "admin");
		const stream = { name: "SIEM", type: "webhook", url: "https://siem.example/in" };
		const { body, text } = await owner.post(`/orgs/${owner.orgId}/audit-streams`, stream);
		if (!body.data) throw new Error(text);
		const send = keyed(admin, `/orgs/${owner.orgId}/audit-streams/${body.data.id}/test`);
		const first = await send(undefined, {});
		await owner.patch(`/orgs/${owner.orgId}/members/${admin.userId}`, { role: "member" });

		const second = await send(undefined, {});

		expect(first.status).toBe(200);
		expect(codeOf(second)).toEqual([403, "insufficient_scope"]);
	});

	test("is answered to nobody who says something else: a link that was used stays used", async () => {
		const owner = await api.createOrganization();
		const body = { email: `late-${crypto.randomUUID()}@school.example`, role: "member" };
		const { token } = (await owner.post(`/orgs/${owner.orgId}/members`, body)).body.data.invitation;
		const headers = { "idempotency-key": crypto.randomUUID() };
		const accept = (password: string, options: TestRequest = { headers }) =>
			api.post(`/auth/invitations/${token}/accept`, { name: "A Person", password }, options);
		const first = await accept("a perfectly long password");

		const answers = [
			await accept("a perfectly long password"),
			await accept("another long password"),
			await accept("a perfectly long password", {}),
		];

		expect(first.status).toBe(200);
		expect(answers[0]?.text).toBe(first.text);
		expect(answers.slice(1).map(codeOf)).toEqual([
			[422, "idempotency_key_reused"],
			[422, "token_invalid"],
		]);
	});
});
