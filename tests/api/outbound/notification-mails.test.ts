import { expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { captionsOf } from "#tests/support/captions";
import { forThisFile } from "#tests/support/for-this-file";
import { guestsOf } from "#tests/support/guests";
import type { SignedIn } from "#tests/support/harness";
import { openMailHarness } from "#tests/support/mail-harness";
import { notifications } from "#tests/support/notifications";
import { writePerson } from "#tests/support/people";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";

const mailed = await forThisFile(openMailHarness());
const { api, mailbox } = mailed;
const { openMeeting } = guestsOf(api);
const { openLive, push, end: endLive } = captionsOf(api);
const { heard, prefer, preferences } = notifications;

/** Creates an organization with an owner and a member, both with confirmed addresses. */
async function openSchool(settings: Record<string, unknown> = {}) {
	const system = await api.signInSystem();
	const made = await mailed.post("/orgs", { name: "Green Valley", orgType: "business" }, system);
	const orgId: string = made.body.data.id;
	const people: SignedIn[] = [];
	for (const role of ["owner", "member"] as const) {
		const email = await mailed.registered();
		const userId = (await mailed.login(email)).body.user.id;
		await api.enroll(userId, orgId, role);
		const token = (await mailed.post("/auth/login", { email, password: "a perfectly long password", orgId })).body
			.access_token;
		people.push({ ...api.as(token), userId, orgId, email });
	}
	const [owner, member] = people;
	if (!owner || !member) throw new Error("nobody");
	await owner.patch(`/orgs/${orgId}/settings`, { aiSummaries: "off", ...settings });
	return { owner, member };
}

async function invite(owner: SignedIn, member: SignedIn, title = "Budget") {
	const meeting = await openMeeting(owner, { title });
	const added = await owner.post(`/meetings/${meeting.id}/participants`, { userId: member.userId });
	expect(added.status).toBe(201);
	return meeting;
}

/** Returns the mails to somebody about notifications by their subjects, once everything is sent: several may overtake each other. */
async function mailsTo({ email }: SignedIn) {
	await mailed.deliver();
	return mailbox
		.received(email)
		.filter(({ headers }) => headers.some(({ key }) => key === "list-unsubscribe"))
		.sort((a, b) => String(a.subject).localeCompare(String(b.subject)));
}

const headerOf = (mail: { readonly headers: readonly { key: string; value: string }[] }, name: string) =>
	mail.headers.find(({ key }) => key === name)?.value;

inProcessDescribe("mails about notifications", () => {
	test("name the meeting, lead to it, and say nothing of what was said in it", async () => {
		const { owner, member } = await openSchool();
		const meeting = await invite(owner, member);
		const { id: transcriptId } = await transcripts.imported(owner, meeting.id);

		const [invitation, transcript] = await mailsTo(member);

		expect(invitation?.subject).toBe("Invitation: Budget");
		expect(transcript?.subject).toBe("Transcript ready: Budget");
		expect(invitation?.text).toContain("You have been invited to “Budget”.");
		expect(invitation?.text).toContain(`https://parley.example/api/meet/${meeting.id}`);
		expect(invitation?.html).toContain("You have been invited to “Budget”.");
		expect(transcript?.text).toContain(
			`/api/console/o/${owner.orgId}/meetings/${meeting.id}?transcript=${transcriptId}`,
		);
		expect(transcript?.raw).not.toMatch(/ bends|Bob[ :<,]/);
		expect(await mailsTo(owner)).toEqual([]);
	});

	test("say that what can be read are captions: a recording has its own transcript", async () => {
		const { owner, member } = await openSchool();
		const meeting = await openLive(owner, { title: "Optics" });
		await owner.post(`/meetings/${meeting.id}/participants`, { userId: member.userId });
		await push(owner, meeting, [{ text: "Light bends", startMs: 0, endMs: 900 }]);
		await endLive(owner, meeting);

		const mails = await mailsTo(member);

		expect(mails.map(({ subject }) => subject)).toEqual(["Captions to read: Optics", "Invitation: Optics"]);
		expect(mails[0]?.text).toContain("The captions of “Optics” can be read.");
		expect((await heard(member))[0]?.text).toBe("The captions of “Optics” can be read.");
	});

	test("are in the language of their reader, whatever the meeting is called", async () => {
		const { owner, member } = await openSchool();
		await mailed.patch({ locale: "de-AT" }, member.token);

		await invite(owner, member, "<%= it.organization %> <b>& Co</b>");

		const [mail] = await mailsTo(member);
		expect(mail?.subject).toBe("Einladung: <%= it.organization %> <b>& Co</b>");
		expect(mail?.text).toContain("Sie sind zu „<%= it.organization %> <b>& Co</b>“ eingeladen.");
		expect(mail?.html).toContain("&lt;b&gt;&amp; Co&lt;/b&gt;");
	});

	test("do not even name the meeting where that may say too much", async () => {
		const { owner, member } = await openSchool({ complianceMode: "hipaa" });

		await invite(owner, member, "Mr. Smith's biopsy");

		const [mail] = await mailsTo(member);
		expect(mail?.subject).toBe("Invitation");
		expect(mail?.raw).not.toContain("biopsy");
		expect(mail?.text).toContain("a meeting of Green Valley");
		expect((await heard(member))[0]?.text).toContain("biopsy");
	});

	test("to guests do not name the meeting there either", async () => {
		const { owner } = await openSchool({ complianceMode: "hipaa" });
		const meeting = await openMeeting(owner, { title: "Mr. Smith's biopsy" });
		const email = newAddress();

		await owner.post(`/meetings/${meeting.id}/participants`, { email });
		await mailed.deliver();

		const [mail] = mailbox.received(email);
		expect(mail?.subject).toBe("Invitation to a meeting on Parley");
		expect(mail?.raw).not.toContain("biopsy");
		expect(mail?.text).toContain("Green Valley invites you to a meeting.");
	});

	test("stop in one click, for this kind alone", async () => {
		const { owner, member } = await openSchool();
		const meeting = await invite(owner, member);
		const [first] = await mailsTo(member);
		if (!first) throw new Error("no mail");
		const url = /^<(.+)>$/.exec(headerOf(first, "list-unsubscribe") ?? "")?.[1] ?? "";
		const path = url.replace("https://parley.example/api", "");

		const page = await api.get(path);
		const clicked = await api.post(path, undefined, {
			raw: "List-Unsubscribe=One-Click",
			headers: { "content-type": "application/x-www-form-urlencoded" },
		});
		const forged = await api.post(`${path.slice(0, -4)}AAAA`);
		await invite(owner, member, "Once more");
		await transcripts.imported(owner, meeting.id);

		expect(headerOf(first, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
		expect(first.text).toContain(url);
		expect([page.status, clicked.status]).toEqual([200, 200]);
		expect(codeOf(forged)).toEqual([404, "not_found"]);
		expect((await mailsTo(member)).map(({ subject }) => subject)).toEqual([
			"Invitation: Budget",
			"Transcript ready: Budget",
		]);
		const { data } = (await preferences(member)).body;
		expect(data.kinds["meeting.invited"]).toEqual({ inApp: true, mail: false });
		expect(await heard(member)).toHaveLength(3);
	});

	test("are turned off on a page as well, which tells a person what became of it", async () => {
		const { owner, member } = await openSchool();
		await invite(owner, member);
		const [mail] = await mailsTo(member);
		const path = /^<https:\/\/parley.example(.+)>$/.exec((mail && headerOf(mail, "list-unsubscribe")) ?? "")?.[1] ?? "";
		const press = (to: string, language: string) => {
			const headers = {
				host: "parley.example",
				accept: "text/html,application/xhtml+xml,*/*;q=0.8",
				"accept-language": language,
				"content-type": "application/x-www-form-urlencoded",
			};
			const request = new Request(`http://parley.example${to}`, { method: "POST", headers, body: "x=y" });
			return api.parley.fetch(request, () => "127.0.0.1");
		};

		const done = await press(path, "es-MX, en;q=0.5");
		const forged = await press(`${path.slice(0, -4)}AAAA`, "en");

		expect([done.status, forged.status]).toEqual([200, 404]);
		expect(await done.text()).toContain("No recibirá más correos sobre invitaciones a reuniones");
		expect(await forged.text()).toContain("This unsubscribe link does not work");
		for (const { headers } of [done, forged]) {
			expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
			expect(headers.get("content-security-policy")).toStartWith("default-src 'none'");
		}
		expect((await preferences(member)).body.data.kinds["meeting.invited"].mail).toBe(false);
	});

	test("go to those who want nothing but mails, once", async () => {
		const { owner, member } = await openSchool();
		await prefer(member, { "meeting.invited": { inApp: false } });
		const meeting = await invite(owner, member);
		const [participant] = (await owner.get(`/meetings/${meeting.id}/participants`)).body.data.filter(
			({ userId }: { readonly userId: string }) => userId === member.userId,
		);
		await owner.delete(`/meetings/${meeting.id}/participants/${participant.id}`);
		await owner.post(`/meetings/${meeting.id}/participants`, { userId: member.userId });

		expect(await mailsTo(member)).toHaveLength(1);
		expect(await heard(member)).toEqual([]);
	});

	test("do not go to an address that nobody has confirmed, nor from a meeting that was deleted meanwhile", async () => {
		const { owner, member } = await openSchool();
		const deleted = await invite(owner, member);
		await owner.post(`/meetings/${deleted.id}/end`, {});
		await owner.delete(`/meetings/${deleted.id}`);
		await mailed.deliver();
		await writePerson(api.store.acrossTenants.db, member.userId, { emailVerifiedAtMs: null });
		api.parley.services.caches.clear();
		await invite(owner, member);

		expect(await mailsTo(member)).toEqual([]);
	});
});
