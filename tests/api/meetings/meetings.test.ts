import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { eventsOf } from "#tests/support/traces";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const student = await api.addMember(owner, "student");
const colleague = await api.addMember(owner, "teacher");
const stranger = await api.createOrganization();
const physics = await meetings.createWorkspace(teacher);
await meetings.join(teacher, physics.id, student.userId, "member");

const pathsOf = ({ body }: { readonly body: { readonly error: { readonly errors: { path: string }[] } } }) =>
	body.error.errors.map(({ path }) => path);

describe("a new meeting", () => {
	test("without a schedule is live at once, hosted by its maker, with the defaults of the organization", async () => {
		const created = await meetings.create(teacher, physics.id);

		const { meeting, live } = created.body.data;
		expect(created.status).toBe(201);
		expect(live.wsUrl).toEndWith(`/transcription/live?meetingId=${meeting.id}`);
		expect(live.ticket).toStartWith("v1.");
		expect(meeting).toMatchObject({
			orgId: owner.orgId,
			workspaceId: physics.id,
			title: "Optics",
			description: null,
			kind: "class",
			state: "live",
			stateReason: null,
			source: "native",
			scheduledStart: null,
			scheduledEnd: null,
			startedAt: meeting.createdAt,
			endedAt: null,
			durationMs: null,
			hostId: teacher.userId,
			language: "en-US",
			recordingPolicy: { mode: "manual", consent: "required" },
			transcription: { enabled: true, live: false, provider: null, translateTo: [] },
			access: "workspace",
			lobby: false,
			conference: { provider: "parley", url: null },
			externalId: null,
			version: 1,
			joinUrl: `${api.config.publicUrl.href}/meet/${meeting.id}`,
		});
		expect(created.headers.get("location")).toBe(`${api.config.publicUrl.href}/meetings/${meeting.id}`);
		const found = await meetings.get(student, meeting.id);
		expect(found.body.data).toEqual(meeting);
		expect(found.headers.get("etag")).toBe(created.headers.get("etag"));
	});

	test("of a company is of kind other, and only notifies of recording", async () => {
		const company = await api.createOrganization({ orgType: "business" });
		const { id } = await meetings.createWorkspace(company);

		const meeting = await meetings.made(company, id);

		expect(meeting).toMatchObject({ kind: "other", recordingPolicy: { consent: "notify" } });
	});

	test("takes everything that can be said of it", async () => {
		const meeting = await meetings.made(teacher, physics.id, {
			title: "  Wellen\u0301 ",
			description: "Zeile 1\r\nZeile 2",
			kind: "exam",
			scheduledStart: "2030-05-01T09:30:00+02:00",
			durationMinutes: 90,
			language: "DE-at",
			recording: { mode: "auto", consent: "disabled" },
			transcription: { live: true, translateTo: ["fr", "FR", "en-gb"] },
			access: "invited",
			lobby: true,
			conference: { url: "https://meet.example.com/room?pwd=1" },
			externalId: "lms-7",
		});

		expect(meeting).toMatchObject({
			title: "Welleń",
			description: "Zeile 1\nZeile 2",
			kind: "exam",
			state: "scheduled",
			scheduledStart: "2030-05-01T07:30:00.000Z",
			scheduledEnd: "2030-05-01T09:00:00.000Z",
			startedAt: null,
			language: "de-AT",
			recordingPolicy: { mode: "auto", consent: "disabled" },
			transcription: { enabled: true, live: true, provider: null, translateTo: ["fr", "en-GB"] },
			access: "invited",
			lobby: true,
			conference: { provider: "external", url: "https://meet.example.com/room?pwd=1" },
			joinUrl: "https://meet.example.com/room?pwd=1",
			externalId: "lms-7",
		});
	});

	test("is scheduled on the clocks of the organization, over a change to summer time too", async () => {
		const school = await api.createOrganization({ settings: { timezone: "Europe/Berlin" } });
		const { id } = await meetings.createWorkspace(school);
		const startOf = async (scheduledStart: string) =>
			(await meetings.made(school, id, { scheduledStart })).scheduledStart;

		expect(await startOf("2030-01-10T09:30:00")).toBe("2030-01-10T08:30:00.000Z");
		expect(await startOf("2030-07-10T09:30")).toBe("2030-07-10T07:30:00.000Z");
		// The clocks skip this time, and show the other one twice.
		expect(await startOf("2030-03-31T02:30:00")).toBe("2030-03-31T01:30:00.000Z");
		expect(await startOf("2030-10-27T02:30:00")).toBe("2030-10-27T00:30:00.000Z");
		expect(await startOf("2030-07-10T09:30:00Z")).toBe("2030-07-10T09:30:00.000Z");
	});

	test("names every fault of a request at once", async () => {
		const refused = await meetings.create(teacher, physics.id, {
			title: " ",
			scheduledStart: "2030-02-30T09:30:00",
			language: "klingon",
			recording: { consent: "optional" },
			transcription: { translateTo: ["en", "xx-"] },
			conference: { url: "javascript:alert(1)" },
			description: "a\u0000b".replace("\u0000", "\u0007"),
		});

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
		expect(pathsOf(refused).toSorted()).toEqual([
			"/conference/url",
			"/description",
			"/language",
			"/recording/consent",
			"/scheduledStart",
			"/title",
			"/transcription/translateTo/1",
		]);
	});

	test.each([
		["http://meet.example.com/a", "unencrypted"],
		["https://user:pw@meet.example.com/a", "with credentials"],
		["https://localhost/a", "of this machine"],
		["meet.example.com", "without a scheme"],
	])("is not held at %s: %s", async (url) => {
		const refused = await meetings.create(teacher, physics.id, { conference: { url } });

		expect(pathsOf(refused)).toEqual(["/conference/url"]);
	});

	test.each([
		[{ scheduledStart: "9999-12-31T23:59:59.999Z" }, "/scheduledStart"],
		[{ scheduledStart: "9999-12-31T23:00:00Z", durationMinutes: 60 }, "/durationMinutes"],
		[{ scheduledStart: "9999-12-31T23:59:59-14:00" }, "/scheduledStart"],
		[{ scheduledStart: "0001-01-01T00:00:00+14:00" }, "/scheduledStart"],
	])("has no time that cannot be written: %j", async (schedule, path) => {
		const refused = await meetings.create(teacher, physics.id, schedule);

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
		expect(pathsOf(refused)).toEqual([path]);
	});

	test("asks for a stricter consent than the organization, never for a weaker one", async () => {
		const company = await api.createOrganization({ orgType: "business" }); // notify
		const { id } = await meetings.createWorkspace(company);
		const ask = async (consent: string) => (await meetings.create(company, id, { recording: { consent } })).status;

		expect(await Promise.all(["disabled", "required", "notify", "optional"].map(ask))).toEqual([201, 201, 201, 422]);
	});

	test("is not made by members, by hosts of other workspaces, or where nobody may see", async () => {
		const open = await meetings.createWorkspace(teacher, { visibility: "org", name: "Open" });
		const manager = await api.addMember(owner, "manager");
		await meetings.join(teacher, physics.id, manager.userId, "member");

		expect(codeOf(await meetings.create(student, physics.id))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(await meetings.create(manager, physics.id))).toEqual([403, "forbidden"]);
		expect(codeOf(await meetings.create(colleague, open.id))).toEqual([403, "forbidden"]);
		expect(codeOf(await meetings.create(colleague, physics.id))).toEqual([404, "not_found"]);
		expect(codeOf(await meetings.create(stranger, physics.id))).toEqual([404, "not_found"]);
		expect((await meetings.create(owner, physics.id)).status).toBe(201);
		expect((await meetings.create(api.as(await api.signInSystem()), physics.id)).status).toBe(201);
	});

	test("is not made in an archived workspace", async () => {
		const { id } = await meetings.createWorkspace(teacher, { name: "Old" });
		const scheduled = await meetings.made(teacher, id, { scheduledStart: "2030-05-01T09:30:00Z" });
		await teacher.delete(`/workspaces/${id}`);

		expect(codeOf(await meetings.create(teacher, id))).toEqual([409, "state_conflict"]);
		expect(codeOf(await meetings.move(teacher, scheduled.id, "start"))).toEqual([409, "state_conflict"]);
		expect((await meetings.get(teacher, scheduled.id)).status).toBe(200);
	});

	test("has an externalId of its own", async () => {
		await meetings.made(teacher, physics.id, { externalId: "lms-1" });

		const refused = await meetings.create(teacher, physics.id, { externalId: "lms-1" });

		expect(codeOf(refused)).toEqual([409, "conflict"]);
		expect(refused.body.error.meta).toEqual({ field: "externalId" });
	});

	test("is made once by a retry with the same key", async () => {
		const headers = { "idempotency-key": crypto.randomUUID() };
		const send = () =>
			teacher.post(`/workspaces/${physics.id}/meetings`, { title: "Once", access: "link" }, { headers });

		const [first, second] = [await send(), await send()];

		expect(second.body).toEqual(first.body);
		expect(await meetings.titles(teacher, "q=once")).toEqual(["Once"]);
	});
});

describe("a change of a meeting", () => {
	test("sets what it names, removes what is null, and leaves the rest", async () => {
		const { id } = await meetings.made(teacher, physics.id, {
			description: "Bring a prism",
			language: "de",
			scheduledStart: "2030-05-01T09:30:00Z",
			durationMinutes: 30,
			recording: "auto",
		});

		const changed = await meetings.patch(teacher, id, {
			title: "Prisms",
			description: null,
			language: null,
			scheduledStart: "2030-05-02T09:30:00Z",
			transcription: { live: true },
		});

		expect(changed.body.data).toMatchObject({
			title: "Prisms",
			description: null,
			language: "en-US",
			scheduledStart: "2030-05-02T09:30:00.000Z",
			scheduledEnd: "2030-05-02T10:00:00.000Z",
			recordingPolicy: { mode: "auto", consent: "required" },
			transcription: { enabled: true, live: true },
			version: 2,
		});
		expect((await meetings.get(student, id)).body.data).toEqual(changed.body.data);
		const [event] = (await eventsOf(api.store, owner.orgId)).filter(({ type }) => type === "meeting.updated").slice(-1);
		expect(event?.object).not.toHaveProperty("joinUrl");
	});

	test("that changes nothing makes no version and no event", async () => {
		const { id } = await meetings.made(teacher, physics.id, { lobby: true });
		const before = await eventsOf(api.store, owner.orgId);

		const same = await meetings.patch(teacher, id, { lobby: true, title: "Optics", description: null });

		expect(same.body.data.version).toBe(1);
		expect(await eventsOf(api.store, owner.orgId)).toHaveLength(before.length);
	});

	test("is for those who run it, and for the version they know", async () => {
		const { id } = await meetings.made(teacher, physics.id);
		const change = (token: string, etag?: string) =>
			api.request("PATCH", `/meetings/${id}`, {
				token,
				body: { lobby: true },
				headers: etag ? { "if-match": etag } : {},
			});

		expect(codeOf(await change(student.token))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(await change(colleague.token))).toEqual([404, "not_found"]);
		expect(codeOf(await change(stranger.token))).toEqual([404, "not_found"]);
		expect(codeOf(await change(teacher.token, '"7"'))).toEqual([412, "precondition_failed"]);
		expect((await change(owner.token, '"1"')).status).toBe(200);
	});

	test("does not take another meeting's externalId, even of two at once", async () => {
		const ids = await Promise.all(
			["A", "B", "C"].map(async (title) => (await meetings.made(teacher, physics.id, { title })).id),
		);

		const answers = await Promise.all(ids.map((id) => meetings.patch(teacher, id, { externalId: "sis-9" })));

		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
	});
});
