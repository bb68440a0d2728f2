import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const HOUR_MS = 3_600_000;
const WAV = wavOf(2_500_000);
const api = await useHarness();
const owner = await api.createOrganization();
const uploads = uploading(api, owner);
const recording = await uploads.upload(WAV, { filename: "Übung 1/évil\r\nX: y\u202Egnp.wav" });
const { token } = owner;

const get = (headers: Record<string, string> = {}, path = `${recording.path}/content`) =>
	api.request("GET", path, { token, headers });

const isPart = (bytes: Uint8Array, start: number, end?: number) =>
	Buffer.from(bytes).equals(Buffer.from(WAV.subarray(start, end)));

describe("the content of a recording", () => {
	test("is a file to be saved, of the type it has, which runs nowhere", async () => {
		const { status, headers, bytes } = await get();

		expect(status).toBe(200);
		expect(isPart(bytes, 0)).toBe(true);
		expect(headers.get("content-type")).toBe("audio/wav");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("content-security-policy")).toContain("sandbox");
		expect(headers.get("accept-ranges")).toBe("bytes");
		expect(headers.get("content-disposition")).toBe(
			`attachment; filename="_vilX ygnp.wav"; filename*=UTF-8''%C3%A9vilX%20ygnp.wav`,
		);
	});

	test.each([
		["bytes=0-99", 0, 100],
		["bytes=100-", 100, undefined],
		["bytes=-7", -7, undefined],
		["bytes=2499999-9999999", 2_499_999, undefined],
		["bytes=0-0", 0, 1],
		["BYTES = 5-9", 5, 10],
		["bytes=-9999999", 0, undefined],
	])("is sent in part for %p", async (range, start, end) => {
		const { status, headers, bytes } = await get({ range });

		const from = start < 0 ? WAV.length + start : start;
		expect(status).toBe(206);
		expect(headers.get("content-range")).toBe(`bytes ${from}-${(end ?? WAV.length) - 1}/${WAV.length}`);
		expect(isPart(bytes, from, end)).toBe(true);
	});

	test.each(["bytes=0-1,5-6", "bytes=9-5", "bytes=", "lines=0-5", "bytes=a-b", "bytes=--1", ""])(
		"is sent as a whole for %p",
		async (range) => {
			const { status, bytes } = await get({ range });

			expect([status, bytes.length]).toEqual([200, WAV.length]);
		},
	);

	test.each(["bytes=2500000-", "bytes=99999999-100000000", "bytes=-0"])("has no part %p", async (range) => {
		const response = await get({ range });

		expect(codeOf(response)).toEqual([416, "range_not_satisfiable"]);
		expect(response.headers.get("content-range")).toBe(`bytes */${WAV.length}`);
	});

	test("is sent in part only of what the client knows", async () => {
		const etag = (await get({ range: "bytes=0-0" })).headers.get("etag") ?? "";

		const known = await get({ range: "bytes=0-9", "if-range": etag });
		const other = await get({ range: "bytes=0-9", "if-range": '"other"' });
		const weak = await get({ range: "bytes=0-9", "if-range": `W/${etag}` });
		const had = await get({ "if-none-match": etag });

		expect([known.status, other.status, weak.status, had.status]).toEqual([206, 200, 200, 304]);
		expect([had.bytes.length, had.headers.get("etag")]).toEqual([0, etag]);
	});

	test("is described by HEAD without a byte of it", async () => {
		const { status, headers, bytes } = await api.request("HEAD", `${recording.path}/content`, { token });

		expect([status, bytes.length, headers.get("content-length")]).toEqual([200, 0, String(WAV.length)]);
		expect(headers.get("content-type")).toBe("audio/wav");
	});
});

describe("a ticket", () => {
	async function ticket(by = owner): Promise<string> {
		const { body } = await api.request("POST", `${recording.path}/tickets`, { token: by.token, body: {} });
		return new URL(body.data.url).pathname;
	}

	test("plays the recording without a token, in parts too", async () => {
		const path = await ticket();

		const [whole, part, head] = [
			await api.request("GET", path),
			await api.request("GET", path, { headers: { range: "bytes=44-99" } }),
			await api.request("HEAD", path),
		];

		expect([whole.status, part.status, head.status]).toEqual([200, 206, 200]);
		expect(isPart(whole.bytes, 0)).toBe(true);
		expect(isPart(part.bytes, 44, 100)).toBe(true);
	});

	test("that was altered plays nothing", async () => {
		const path = await ticket();
		const middle = Math.floor(path.length / 2);
		const altered = `${path.slice(0, middle)}${path[middle] === "A" ? "B" : "A"}${path.slice(middle + 1)}`;

		for (const forged of [altered, `${path}AAAA`, "/recordings/v1.00000000.AAAA", "/recordings/x"])
			expect(codeOf(await api.request("GET", forged))).toEqual([401, "unauthenticated"]);
	});

	test("ends with the membership of whoever made it", async () => {
		const member = await api.addMember(owner, "member");
		const body = { userId: member.userId, role: "member" };
		await api.request("POST", `/workspaces/${await uploads.workspace()}/members`, { token, body });
		const path = await ticket(member);
		expect((await api.request("HEAD", path)).status).toBe(200);

		await api.request("DELETE", `/orgs/${owner.orgId}/members/${member.userId}`, { token });

		expect(codeOf(await api.request("GET", path))).toEqual([401, "token_revoked"]);
	});

	test("ends with the session of whoever made it", async () => {
		const member = await api.addMember(owner, "admin");
		const path = await ticket(member);

		await api.request("POST", "/auth/logout", { token: member.token, body: {} });

		expect(codeOf(await api.request("GET", path))).toEqual([401, "session_revoked"]);
	});

	test("of an API key ends with the key", async () => {
		const made = await api.request("POST", `/orgs/${owner.orgId}/api-keys`, {
			token,
			body: { name: "Player", scopes: ["meeting:read"] },
		});
		const { body } = await api.request("POST", `${recording.path}/tickets`, { token: made.body.data.key, body: {} });
		const { pathname } = new URL(body.data.url);
		expect((await api.request("HEAD", pathname)).status).toBe(200);

		await api.request("DELETE", `/orgs/${owner.orgId}/api-keys/${made.body.data.id}`, { token });

		expect(codeOf(await api.request("GET", pathname))).toEqual([401, "unauthenticated"]);
	});

	inProcessTest("ends after four hours", async () => {
		const again = await uploading(api, owner).upload(WAV);
		const { body } = await api.request("POST", `${again.path}/tickets`, { token, body: {} });
		const { pathname } = new URL(body.data.url);

		api.advanceMs(4 * HOUR_MS);

		expect(codeOf(await api.request("GET", pathname))).toEqual([401, "token_expired"]);
		api.advanceMs(-4 * HOUR_MS);
	});
});

describe("a recording", () => {
	inProcessTest("is listed with the meeting, and shown by it", async () => {
		const list = await api.request("GET", `/meetings/${recording.meetingId}/recordings`, { token });
		const meeting = await api.request("GET", `/meetings/${recording.meetingId}`, { token });

		expect(list.body.data).toMatchObject([{ id: recording.recordingId, state: "processing", sizeBytes: WAV.length }]);
		expect(meeting.body.data.state).toBe("processing");
		expect(meeting.body.data.artifacts.recording).toMatchObject({ state: "processing", sizeBytes: WAV.length });
	});

	test("exists for nobody who may not enter its meeting", async () => {
		const stranger = await api.createOrganization();
		const outsider = await api.addMember(owner, "member");
		const missing = recording.path.replace(/.{6}$/, "000000");

		const answers = await Promise.all(
			[stranger, outsider].map((by) => api.request("GET", recording.path, { token: by.token })),
		);

		expect(answers.map(codeOf)).toEqual([
			[404, "not_found"],
			[404, "not_found"],
		]);
		expect(codeOf(await api.request("GET", missing, { token }))).toEqual([404, "not_found"]);
	});

	test("of another meeting is not found below this one", async () => {
		const other = await uploads.upload(WAV);

		const mixed = `/meetings/${other.meetingId}/recordings/${recording.recordingId}`;

		for (const path of [mixed, `${mixed}/content`, `${mixed}/waveform`])
			expect(codeOf(await api.request("GET", path, { token }))).toEqual([404, "not_found"]);
	});

	test("that is deleted is gone: its content, its tickets; the meeting says so", async () => {
		const other = await uploads.upload(wavOf(40_000));
		const { body } = await api.request("POST", `${other.path}/tickets`, { token, body: {} });

		const deleted = await api.request("DELETE", other.path, { token });

		expect(deleted.status).toBe(204);
		for (const path of [other.path, `${other.path}/content`])
			expect(codeOf(await api.request("GET", path, { token }))).toEqual([404, "not_found"]);
		expect(codeOf(await api.request("GET", new URL(body.data.url).pathname))).toEqual([404, "not_found"]);
		const meeting = await api.request("GET", `/meetings/${other.meetingId}`, { token });
		expect(meeting.body.data.artifacts.recording).toMatchObject({ state: "deleted", sizeBytes: 0 });
	});

	test("is deleted by those who run the meeting, and nobody else", async () => {
		const viewer = await api.addMember(owner, "manager");
		const body = { userId: viewer.userId, role: "member" };
		await api.request("POST", `/workspaces/${await uploads.workspace()}/members`, { token, body });

		const refused = await api.request("DELETE", recording.path, { token: viewer.token });

		expect(codeOf(refused)).toEqual([403, "forbidden"]);
	});

	inProcessTest("has no waveform until it is processed", async () => {
		const waveform = await api.request("GET", `${recording.path}/waveform`, { token });

		expect(codeOf(waveform)).toEqual([409, "state_conflict"]);
	});
});
