import { describe, expect, test } from "bun:test";
import { useHarness } from "../support/harness.ts";
import { meetingsOf } from "../support/meetings.ts";
import { codeOf } from "../support/responses.ts";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const student = await api.addMember(owner, "student");
const stranger = await api.createOrganization();
const meetings = meetingsOf(api);
const physics = await meetings.createWorkspace(teacher);
await meetings.join(teacher, physics.id, student.userId, "member");

describe("a new meeting", () => {
	test("without a schedule is live at once, hosted by its maker, with the defaults of the organization", async () => {
		const created = await meetings.create(teacher, physics.id);

		const { meeting, live } = created.body.data;
		expect(created.status).toBe(201);
		expect(live).toBeNull();
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
			startedAt: new Date(api.nowMs()).toISOString(),
			endedAt: null,
			durationMs: null,
			hostId: teacher.userId,
			language: "en-US",
			recordingPolicy: { mode: "manual", consent: "required" },
			access: "workspace",
			lobby: false,
			conference: { provider: "parley", url: null },
			version: 1,
			joinUrl: `${api.config.publicUrl.href}/meet/${meeting.id}`,
		});
		expect(created.headers.get("location")).toBe(`${api.config.publicUrl.href}/meetings/${meeting.id}`);
		const found = await meetings.get(student, meeting.id);
		expect(found.body.data).toEqual(meeting);
		expect(found.headers.get("etag")).toBe(created.headers.get("etag"));
		expect(codeOf(await meetings.get(stranger, meeting.id))).toEqual([404, "not_found"]);
		expect(await meetings.titles(student)).toEqual(["Optics"]);
		expect(await meetings.titles(owner, "q=opt")).toEqual(["Optics"]);
		expect(await meetings.titles(student, "q=opt&state=live")).toEqual(["Optics"]);
	});
});
