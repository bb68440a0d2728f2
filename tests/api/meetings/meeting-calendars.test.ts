import { describe, expect, test } from "bun:test";
import ICAL from "ical.js";
import type { Caller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { eventsOf } from "#tests/support/traces";

const api = await useHarness();
const owner = await api.createOrganization({ name: "Green Valley" });
const teacher = await api.addMember(owner, "teacher");
const student = await api.addMember(owner, "student");
const stranger = await api.createOrganization();
const physics = await meetings.createWorkspace(teacher);
await meetings.join(teacher, physics.id, student.userId, "member");

/** Parses a calendar with another program than the one that wrote it. */
function parse(text: string) {
	const calendar = new ICAL.Component(ICAL.parse(text));
	return calendar.getAllSubcomponents("vevent").map((component) => {
		const event = new ICAL.Event(component);
		return {
			uid: event.uid,
			summary: event.summary,
			description: event.description,
			start: event.startDate.toJSDate().toISOString(),
			end: component.hasProperty("dtend") ? event.endDate.toJSDate().toISOString() : null,
			isUtc: event.startDate.zone === ICAL.Timezone.utcTimezone,
			sequence: event.sequence,
			status: component.getFirstPropertyValue("status"),
			url: component.getFirstPropertyValue("url"),
		};
	});
}

const calendarOf = (by: Caller, id: string) => by.get(`/meetings/${id}/calendar`);

describe("the calendar file of a meeting", () => {
	test("is read by another program, in UTC, with hostile text as it was written", async () => {
		const title = 'Optics; "light", \\n BEGIN:VEVENT 🔦';
		const description = "Line 1\nEND:VEVENT\nATTENDEE:mailto:eve@example.org;x, \\; é".padEnd(200, "ü");
		const meeting = await meetings.made(teacher, physics.id, {
			title,
			description,
			scheduledStart: "2030-05-01T09:30:00+02:00",
			durationMinutes: 45,
		});

		const file = await calendarOf(student, meeting.id);

		expect(file.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
		expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${meeting.id}.ics"`);
		expect(file.text).toStartWith("BEGIN:VCALENDAR\r\n");
		for (const line of file.text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
		expect(parse(file.text)).toEqual([
			{
				uid: `${meeting.id}@localhost`,
				summary: title,
				description,
				start: "2030-05-01T07:30:00.000Z",
				end: "2030-05-01T08:15:00.000Z",
				isUtc: true,
				sequence: 0,
				status: "CONFIRMED",
				url: meeting.joinUrl,
			},
		]);
	});

	test("follows the meeting: a later sequence, a cancellation", async () => {
		const { id } = await meetings.made(teacher, physics.id, { scheduledStart: "2030-05-01T09:30:00Z" });
		await meetings.patch(teacher, id, { scheduledStart: "2030-05-02T09:30:00Z" });
		const [moved] = parse((await calendarOf(teacher, id)).text);
		await meetings.move(teacher, id, "cancel");
		const [cancelled] = parse((await calendarOf(teacher, id)).text);

		expect(moved).toMatchObject({ start: "2030-05-02T09:30:00.000Z", sequence: 1, status: "CONFIRMED" });
		expect(cancelled).toMatchObject({ sequence: 2, status: "CANCELLED" });
	});

	test("ends every line with CR LF, the last one too", async () => {
		const { id } = await meetings.made(teacher, physics.id);

		const { text } = await calendarOf(teacher, id);

		expect(text).toEndWith("END:VCALENDAR\r\n");
		expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
	});

	test("of a live meeting has no join code", async () => {
		const { id, joinUrl } = await meetings.made(teacher, physics.id, { access: "link" });

		const { text } = await calendarOf(teacher, id);

		expect(text.replaceAll("\r\n ", "")).not.toContain(joinUrl.split("#")[1]);
	});

	describe("shows how long a meeting lasts:", () => {
		async function minutesOf(id: string): Promise<number> {
			const [event] = parse((await calendarOf(teacher, id)).text);
			return (Date.parse(event?.end ?? "") - Date.parse(event?.start ?? "")) / 60_000;
		}

		test("an hour where nothing is planned", async () => {
			const live = await meetings.made(teacher, physics.id);
			const planned = await meetings.made(teacher, physics.id, { scheduledStart: "2030-05-01T09:30:00Z" });

			expect([await minutesOf(live.id), await minutesOf(planned.id)]).toEqual([60, 60]);
		});

		inProcessTest("until now while it is live for longer than planned, then until its end", async () => {
			const scheduledStart = new Date(api.nowMs()).toISOString();
			const { id } = await meetings.made(teacher, physics.id, { scheduledStart, durationMinutes: 1 });
			await meetings.move(teacher, id, "start");
			const planned = await minutesOf(id);
			api.advanceMs(4 * 60_000);
			const live = await minutesOf(id);
			await meetings.move(teacher, id, "end");
			api.advanceMs(4 * 60_000);

			expect(planned).toBe(1);
			expect(live).toBeGreaterThanOrEqual(4);
			expect(await minutesOf(id)).toBeWithin(4, 5);
		});

		test("a minute where it ended at once", async () => {
			const { id } = await meetings.made(teacher, physics.id);
			await meetings.move(teacher, id, "end");

			expect(await minutesOf(id)).toBe(1);
		});

		test("the length of an upload, not the time since it was recorded", async () => {
			const body = { workspaceId: physics.id, filename: "old.wav", contentType: "audio/wav", size: 1_000 };
			const startedAt = "2020-01-01T10:00:00Z";
			const announced = await teacher.post("/meetings/upload/init", { ...body, startedAt });

			expect(announced.status).toBe(201);
			expect(await minutesOf(announced.body.data.meetingId)).toBe(60);
		});
	});

	test("is for those who see the meeting", async () => {
		const { id } = await meetings.made(teacher, physics.id, { access: "invited" });

		expect(codeOf(await calendarOf(student, id))).toEqual([404, "not_found"]);
		expect(codeOf(await calendarOf(stranger, id))).toEqual([404, "not_found"]);
	});
});

describe("a calendar feed", () => {
	const FEED = "/auth/profile/calendar-feed";
	const create = (by: Caller) => by.post(FEED, {});
	const read = (url: string) => api.get(url.slice(api.config.publicUrl.href.length));
	async function person(role: "teacher" | "member" = "member"): Promise<SignedIn & { url: string }> {
		const made = await api.addMember(owner, role);
		return { ...made, url: (await create(made)).body.data.url };
	}

	inProcessTest("has the meetings of one's workspaces and those one hosts, and no others", async () => {
		const { url, ...subscriber } = await person("teacher");
		const own = await meetings.createWorkspace(subscriber, { name: "Own" });
		await meetings.createWorkspace(teacher, { name: "Open", visibility: "org" });
		const open = await meetings.createWorkspace(teacher, { name: "Open too", visibility: "org" });
		await meetings.made(subscriber, own.id, { title: "Mine", scheduledStart: "2030-02-01T09:00:00Z" });
		await meetings.made(owner, own.id, { title: "Theirs, invited", access: "invited" });
		await meetings.made(teacher, open.id, { title: "Open to all" });
		await meetings.made(subscriber, own.id, { title: "In two years", scheduledStart: "2032-02-01T09:00:00Z" });

		const feed = await read(url);

		expect(feed.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
		expect(parse(feed.text).map(({ summary }) => summary)).toEqual(["Mine", "Theirs, invited"]);
	});

	test("has each of many meetings once, the latest first, and none of a workspace that was left", async () => {
		const { url, ...subscriber } = await person("teacher");
		const own = await meetings.createWorkspace(subscriber, { name: "Busy" });
		const left = await meetings.createWorkspace(owner, { name: "Left" });
		await meetings.join(owner, left.id, subscriber.userId, "member");
		const startMs = api.nowMs() + 86_400_000;
		const starts = Array.from({ length: 205 }, (_, n) => new Date(startMs + n * 60_000).toISOString());
		for (const [n, scheduledStart] of starts.entries())
			await meetings.made(subscriber, own.id, { title: `Lesson ${n}`, scheduledStart });
		await meetings.made(owner, left.id, { title: "Not theirs", scheduledStart: starts[0] });
		const before = parse((await read(url)).text);
		const path = `/workspaces/${left.id}/members/${subscriber.userId}`;
		expect((await owner.delete(path)).status).toBe(204);

		const after = parse((await read(url)).text).map(({ summary }) => summary);

		expect(before).toHaveLength(starts.length + 1);
		expect(after).toEqual(starts.map((_, n) => `Lesson ${n}`).toReversed());
	});

	test("is read by its secret alone, which is shown once", async () => {
		const { url, token } = await person();
		const shown = await api.request("GET", FEED, { token });

		expect(url).toMatch(/\/calendar\/[0-7][0-9a-hjkmnp-tv-z]{25}[\w-]{43}\.ics$/);
		expect((await read(url)).status).toBe(200);
		expect(shown.text).not.toContain(url.slice(-47, -4));
		expect(JSON.stringify(await eventsOf(api.store, owner.orgId))).not.toContain(url.slice(-47, -4));
		const [wrong, short] = [`${url.slice(0, -5)}${url.at(-5) === "A" ? "B" : "A"}.ics`, url.slice(0, -4)];
		const foreign = url.replace(owner.orgId.slice(4), stranger.orgId.slice(4));
		for (const other of [wrong, short, foreign, `${url}x`, `${api.config.publicUrl.href}/calendar/a.ics`])
			expect(codeOf(await read(other))).toEqual([404, "not_found"]);
	});

	test("is replaced by a new one, and deleted", async () => {
		const { url, token } = await person();
		const second = (await create(api.as(token))).body.data.url;

		expect(codeOf(await read(url))).toEqual([404, "not_found"]);
		expect((await read(second)).status).toBe(200);
		expect((await api.request("DELETE", FEED, { token })).status).toBe(204);
		expect(codeOf(await read(second))).toEqual([404, "not_found"]);
		expect(codeOf(await api.request("GET", FEED, { token }))).toEqual([404, "not_found"]);
		expect(codeOf(await api.request("DELETE", FEED, { token }))).toEqual([404, "not_found"]);
	});

	test("ends with the membership, and stays silent while the organization is suspended", async () => {
		const gone = await person();
		await owner.delete(`/orgs/${owner.orgId}/members/${gone.userId}`);
		expect(codeOf(await read(gone.url))).toEqual([404, "not_found"]);

		const company = await api.createOrganization();
		const { url } = (await create(company)).body.data;
		await company.post(`/orgs/${company.orgId}/suspend`, {});
		expect(codeOf(await read(url))).toEqual([404, "not_found"]);
		await company.post(`/orgs/${company.orgId}/resume`, {});
		expect((await read(url)).status).toBe(200);
	});

	test("belongs to a person", async () => {
		const body = { name: "All", scopes: ["meeting:read"] };
		const made = await owner.post(`/orgs/${owner.orgId}/api-keys`, body);

		expect(codeOf(await create(api.as(made.body.data.key)))).toEqual([403, "forbidden"]);
		expect(codeOf(await create(api.as(await api.signInSystem())))).toEqual([403, "forbidden"]);
	});
});
