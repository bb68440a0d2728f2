import { describe, expect, test } from "bun:test";
import { openHarness, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const GIB = 1024 ** 3;
const WAV = wavOf(1_000);
const api = await useHarness();
const owner = await api.createOrganization();
const uploads = uploading(api, owner);
const { token } = owner;

describe("an announced upload", () => {
	inProcessTest("has an address, and a meeting that was made for it", async () => {
		const { status, body } = await uploads.announce(WAV.length, {
			startedAt: "2029-12-01T08:00:00Z",
			language: "EN-gb",
		});

		expect(status).toBe(201);
		expect(body.data).toMatchObject({ protocol: "tus-1.0.0", expiresAt: "2030-01-01T01:00:00.000Z" });
		expect(body.data.uploadUrl).toEndWith(`/uploads/${body.data.uploadId}`);
		const meeting = await api.request("GET", `/meetings/${body.data.meetingId}`, { token });
		expect(meeting.body.data).toMatchObject({
			title: "lesson",
			source: "upload",
			hostId: owner.userId,
			startedAt: "2029-12-01T08:00:00.000Z",
			language: "en-GB",
			artifacts: { recording: { state: "waiting" } },
		});
	});

	test("of a meeting that there is belongs to that one", async () => {
		const { body } = await uploads.announce(WAV.length);

		const { meetingId } = await uploads.upload(WAV, { meetingId: body.data.meetingId });

		expect(meetingId).toBe(body.data.meetingId);
	});

	test.each([
		[{ size: 0 }, "/size"],
		[{ size: -1 }, "/size"],
		[{ size: 1.5 }, "/size"],
		[{ size: 10 * GIB + 1 }, "/size"],
		[{ filename: "" }, "/filename"],
		[{ contentType: "" }, "/contentType"],
		[{ sha256: "abc" }, "/sha256"],
		[{ language: "xx-nowhere" }, "/language"],
		[{ startedAt: "2031-01-01T00:00:00Z" }, "/startedAt"],
		[{ startedAt: "yesterday" }, "/startedAt"],
		[{ title: " " }, "/title"],
		[{ workspaceId: undefined }, "/workspaceId"],
		[{ more: true }, "/more"],
	])("is refused for %j", async (fault, path) => {
		const workspaceId = await uploads.workspace();
		const body = { workspaceId, filename: "a.wav", contentType: "audio/wav", size: 10, ...fault };

		const refused = await api.request("POST", "/meetings/upload/init", { token, body });

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
		expect(refused.body.error.errors.map((each: { path: string }) => each.path)).toContain(path);
	});

	test("names its faults all at once, and what it is for only once", async () => {
		const { body } = await uploads.announce(WAV.length);
		const both = { meetingId: body.data.meetingId, workspaceId: await uploads.workspace(), title: "", language: "?" };

		const refused = await uploads.announce(WAV.length, both);

		const paths = refused.body.error.errors.map((each: { path: string }) => each.path);
		expect(paths).toEqual(["/workspaceId", "/title", "/language"]);
	});

	test("is for those who run the meeting, or make meetings in the workspace", async () => {
		const workspaceId = await uploads.workspace();
		const { body } = await uploads.announce(WAV.length);
		const manager = await api.addMember(owner, "manager");
		const member = await api.addMember(owner, "member");
		await api.request("POST", `/workspaces/${workspaceId}/members`, {
			token,
			body: { userId: manager.userId, role: "member" },
		});
		const stranger = await api.createOrganization();
		const announceAs = (person: typeof owner, more: object) => uploading(api, person).announce(10, { ...more });

		expect(codeOf(await announceAs(manager, { workspaceId }))).toEqual([403, "forbidden"]);
		expect(codeOf(await announceAs(manager, { meetingId: body.data.meetingId }))).toEqual([403, "forbidden"]);
		expect(codeOf(await announceAs(stranger, { meetingId: body.data.meetingId }))).toEqual([404, "not_found"]);
		const foreign = { workspaceId, filename: "a", contentType: "audio/wav", size: 10 };
		const answer = await api.request("POST", "/meetings/upload/init", { token: stranger.token, body: foreign });
		expect(codeOf(answer)).toEqual([404, "not_found"]);
		const scopeless = await api.request("POST", "/meetings/upload/init", { token: member.token, body: foreign });
		expect(codeOf(scopeless)).toEqual([403, "insufficient_scope"]);
	});

	test("is refused where nothing is recorded", async () => {
		const silent = await api.createOrganization();
		const body = { recordingConsent: "disabled" };
		await api.request("PATCH", `/orgs/${silent.orgId}/settings`, { token: silent.token, body });

		const refused = await uploading(api, silent).announce(WAV.length);

		expect(codeOf(refused)).toEqual([403, "consent_required"]);
		expect(refused.body.error.meta.consent).toBe("disabled");
	});

	test("is announced once by a client that asks again with its key", async () => {
		const headers = { "idempotency-key": crypto.randomUUID() };
		const body = {
			workspaceId: await uploads.workspace(),
			filename: "again.wav",
			contentType: "audio/wav",
			size: 10,
		};

		const first = await api.request("POST", "/meetings/upload/init", { token, body, headers });
		const again = await api.request("POST", "/meetings/upload/init", { token, body, headers });

		expect(again.body.data).toEqual(first.body.data);
		expect(again.headers.get("idempotency-replayed")).toBe("true");
	});
});

describe("the name of a file", () => {
	test.each([
		["../../etc/passwd", "passwd"],
		["C:\\Users\\me\\lesson.mp4", "lesson.mp4"],
		["a\u0001b\r\nSet-Cookie: x=1.wav", "abSet-Cookie x=1.wav"],
		["gnp\u202Evaw.wav", "gnpvaw.wav"],
		['"; filename=evil.html; x=".wav', "; filename=evil.html; x=.wav"],
		["....", "recording"],
		["   ", "recording"],
		[`${"x".repeat(10_000)}.webm`, `${"x".repeat(195)}.webm`],
		["Übung – 第三課 🎓.webm", "Übung – 第三課 🎓.webm"],
	])("%j becomes %j", async (raw, clean) => {
		const { body } = await uploads.announce(WAV.length, { filename: raw });

		expect((await uploads.get(body.data.uploadId)).body.data.filename).toBe(clean);
	});
});

describe("announcements", () => {
	test("are counted apart from other requests", async () => {
		const limited = await openHarness({ env: { RATE_LIMITS: "upload-init=2/60,write=1000/60" } });
		const mine = uploading(limited, await limited.createOrganization());
		await mine.workspace();

		const answers = [await mine.announce(1), await mine.announce(1), await mine.announce(1)];

		expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
		expect(answers[2]?.body.error.meta.policy).toBe("upload-init");
		expect(answers[2]?.headers.get("retry-after")).toBe("60");
		await limited.close();
	});
});
