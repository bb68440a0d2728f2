import { afterAll, expect, test } from "bun:test";
import { entitledOf } from "#tests/support/entitled";
import { openMailHarness } from "#tests/support/mail-harness";
import { inProcessDescribe } from "#tests/support/target";

const mail = await openMailHarness({ BILLING_ENFORCEMENT: "hard" });
afterAll(() => mail.close());
const { api } = mail;
const { entitle, use } = entitledOf(api);

inProcessDescribe("those who run an organization or pay for it", () => {
	test("are mailed that a limit is used up, once and in their language, and nobody else is", async () => {
		const token = await api.signInSystem();
		const { body } = await mail.post("/orgs", { name: "Green Valley", orgType: "education" }, token);
		const orgId: string = body.data.id;
		const emails: string[] = [];
		for (const role of ["owner", "billing", "member"]) {
			const email = await mail.registered();
			await mail.post(`/orgs/${orgId}/members`, { email, role }, token);
			emails.push(email);
		}
		const [owner = "", billing = "", member = ""] = emails;
		expect((await mail.patch({ locale: "de-AT" }, await mail.tokenOf(billing))).body).toMatchObject({
			data: { locale: "de-AT" },
		});
		await entitle(orgId, { ai_summaries: 1_250, seats: null });
		await use(orgId, "summaries", 1_250);
		await mail.post(`/orgs/${orgId}/workspaces`, { name: "Physics" }, token);
		const tasks = api.parley.services.contributions.flatMap(({ periodicTasks }) => periodicTasks ?? []);
		const looking = tasks.find(({ failureMessage }) => failureMessage.startsWith("limits that are used up"));

		await Promise.all([looking?.work(), looking?.work()]);
		await looking?.work();

		const [toOwner, toBilling] = [await mail.mailTo(owner), await mail.mailTo(billing)];
		expect(toOwner.subject).toBe("Green Valley has used 100% of a limit");
		expect(toOwner.text).toContain("has used 1,250 of 1,250 summaries this month");
		expect(toOwner.text).toContain("Nothing further can be started now.");
		expect(toBilling.subject).toBe("Green Valley hat 100 % eines Kontingents verbraucht");
		expect(toBilling.text).toContain("1.250 von 1.250 Zusammenfassungen");
		await mail.deliver();
		const told = (email: string) =>
			mail.mailbox.received(email).filter(({ subject }) => subject?.includes("100")).length;
		expect([told(owner), told(billing), told(member)]).toEqual([1, 1, 0]);
	}, 120_000);
});
