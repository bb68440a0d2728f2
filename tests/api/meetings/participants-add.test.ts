import { describe, expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { guestsOf } from "#tests/support/guests";
import { openHarness, type SignedIn, useHarness } from "#tests/support/harness";
import { linkOf, openMailbox } from "#tests/support/mailbox";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();
const { openMeeting, join } = guestsOf(api);

/** Makes somebody a member of a workspace. */
const enlist = (by: SignedIn, workspaceId: string, userId: string, role = "member") =>
	by.post(`/workspaces/${workspaceId}/members`, { userId, role });

describe("adding participants", () => {
	test("takes members of the organization, and knows nobody else", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const member = await api.addMember(owner, "student");
		const meeting = await openMeeting(owner);
		const path = `/meetings/${meeting.id}/participants`;

		const added = await owner.post(path, { userId: member.userId });
		const again = await owner.post(path, { userId: member.userId });
		const foreign = await owner.post(path, { userId: stranger.userId });
		const nobody = await owner.post(path, { userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41" });

		expect(added.body.data).toMatchObject({
			userId: member.userId,
			state: "invited",
			role: "participant",
			joinUrl: null,
		});
		expect(codeOf(again)).toEqual([409, "conflict"]);
		const { requestId: _one, ...unknown } = nobody.body;
		expect(codeOf(nobody)).toEqual([422, "validation_failed"]);
		expect(foreign.body).toMatchObject(unknown);
	});

	inProcessTest("answers an address the same way whether or not it has an account", async () => {
		const [owner, known] = [await api.createOrganization(), await api.createOrganization()];
		const meeting = await openMeeting(owner);
		const path = `/meetings/${meeting.id}/participants`;

		const answers = await Promise.all(
			[known.email, newAddress()].map((email) => owner.post(path, { email, name: "Grace" })),
		);

		const shapes = answers.map(({ status, body }) => [status, { ...body.data, id: 0, email: 0, joinUrl: 0 }]);
		expect(shapes[0]).toEqual(shapes[1]);
		expect(answers[0]?.body.data).toMatchObject({ userId: null, role: "guest", state: "invited", joinedAt: null });
	});

	test("is refused for anything but exactly one person", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const email = newAddress();

		const answers = await Promise.all(
			[
				{},
				{ email, userId: owner.userId },
				{ email: "not an address" },
				{ email, role: "host" },
				{ userId: owner.userId, name: "Ada" },
				{ email, name: "\u202eevil" },
			].map((body) => owner.post(`/meetings/${meeting.id}/participants`, body)),
		);

		expect(answers.map(codeOf)).toEqual(answers.map(() => [422, "validation_failed"]));
	});

	test("is for those who run the meeting", async () => {
		const owner = await api.createOrganization();
		const [teacher, manager] = [await api.addMember(owner, "manager"), await api.addMember(owner, "manager")];
		const meeting = await openMeeting(owner);
		await enlist(owner, meeting.workspaceId, teacher.userId, "member");
		const path = `/meetings/${meeting.id}/participants`;
		const { id } = await join(teacher, meeting);

		const byMember = await teacher.post(path, { userId: manager.userId });
		const removal = await teacher.delete(`${path}/${id}`);
		const byStranger = await manager.post(path, { userId: manager.userId });

		expect([byMember, removal, byStranger].map(codeOf)).toEqual([
			[403, "forbidden"],
			[403, "forbidden"],
			[404, "not_found"],
		]);
	});

	test("makes a co-host, who runs the meeting", async () => {
		const owner = await api.createOrganization();
		const teacher = await api.addMember(owner, "manager");
		const meeting = await openMeeting(owner, { access: "invited" });
		const path = `/meetings/${meeting.id}/participants`;

		await owner.post(path, { userId: teacher.userId, role: "host" });
		const byHost = await teacher.post(path, { email: newAddress() });

		expect(byHost.status).toBe(201);
	});
});

describe("with a mail transport", () => {
	inProcessTest("an outside guest gets the address to join at, and nobody else sees it", async () => {
		const mailbox = await openMailbox();
		const mailed = await openHarness({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@school.example" } });
		const guests = guestsOf(mailed);
		const token = await mailed.signInSystem();
		const made = await mailed.request("POST", "/orgs", { token, body: { name: "School", orgType: "education" } });
		const owner = { ...mailed.as(token), orgId: made.body.data.id };
		const meeting = await guests.openMeeting(owner, { title: "Optics & lenses", access: "invited" });
		const email = newAddress();

		const { status, body } = await owner.post(`/meetings/${meeting.id}/participants`, { email });
		await mailed.parley.services.jobs.runDue();
		const mail = await mailbox.next(email);
		const joined = await guests.joinByCode(linkOf(mail).token, "Grace");
		await mailed.close();
		await mailbox.close();

		expect([status, body.data.joinUrl]).toEqual([201, null]);
		// No words of the sender: the mail may reach a stranger.
		expect(mail.subject).not.toContain("Optics");
		expect(mail.text).toContain("Optics & lenses");
		expect(mail.text).not.toContain("undefined");
		expect(joined.body.participant).toMatchObject({ id: body.data.id, state: "admitted" });
	});
});
