import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { eventsOf } from "#tests/support/traces";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const student = await api.addMember(owner, "student");
const physics = await meetings.createWorkspace(teacher);
await meetings.join(teacher, physics.id, student.userId, "member");

describe("a join code", () => {
	test("is in the address for those who run the meeting, and not in lists or events", async () => {
		const meeting = await meetings.made(teacher, physics.id, { access: "link" });

		const [, code = ""] = meeting.joinUrl.split("#");
		expect(code).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}[\w-]{43}$/);
		expect((await meetings.get(owner, meeting.id)).body.data.joinUrl).toBe(meeting.joinUrl);
		expect((await meetings.get(student, meeting.id)).body.data.joinUrl).not.toContain("#");
		expect((await meetings.list(teacher)).text).not.toContain(code);
		expect(JSON.stringify(await eventsOf(api.store, owner.orgId))).not.toContain(code);
	});

	test("is renewed, switched off, and gone with the access", async () => {
		const { id, joinUrl } = await meetings.made(teacher, physics.id, { access: "link" });
		const urlOf = async () => (await meetings.get(teacher, id)).body.data.joinUrl;

		const renewed = await meetings.move(teacher, id, "join-code");
		expect(renewed.body.data.joinUrl).toBe(await urlOf());
		expect(renewed.body.data.joinUrl).toEndWith(`#${renewed.body.data.code}`);
		expect(renewed.body.data.joinUrl).not.toBe(joinUrl);

		const dropped = await api.request("DELETE", `/meetings/${id}/join-code`, { token: teacher.token });
		expect(dropped.status).toBe(204);
		expect(await urlOf()).not.toContain("#");

		await meetings.move(teacher, id, "join-code");
		await meetings.patch(teacher, id, { access: "workspace" });
		expect(codeOf(await meetings.move(teacher, id, "join-code"))).toEqual([409, "state_conflict"]);
		const again = await meetings.patch(teacher, id, { access: "link" });
		expect(again.body.data.joinUrl).toContain("#");
		expect(codeOf(await meetings.move(student, id, "join-code"))).toEqual([403, "insufficient_scope"]);
	});

	test("that somebody may no longer see makes their copy stale", async () => {
		const host = await api.addMember(owner, "teacher");
		await meetings.join(teacher, physics.id, host.userId, "host");
		const { id } = await meetings.made(teacher, physics.id, { access: "link" });
		const etag = (await meetings.get(host, id)).headers.get("etag") ?? "";

		await api.request("PATCH", `/workspaces/${physics.id}/members/${host.userId}`, {
			token: teacher.token,
			body: { role: "member" },
		});
		const again = await api.request("GET", `/meetings/${id}`, {
			token: host.token,
			headers: { "if-none-match": etag },
		});

		expect(again.status).toBe(200);
		expect(again.body.data.joinUrl).not.toContain("#");
	});
});
