import { describe, expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { issueInvoice } from "#tests/support/invoices";
import { openMailbox } from "#tests/support/mailbox";
import { pngOf } from "#tests/support/pictures";
import { inProcessTest } from "#tests/support/target";

const mailbox = await forThisFile(openMailbox());
const env = { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@district.example>" };
const api = await useHarness({ env });

const NONE = { accent: null, logo: null };

/** Makes an organization with a branding; its caller is a system administrator. */
async function brand(branding: object, more: object = {}) {
	const by = api.as(await api.signInSystem());
	const { id: orgId } = (await by.post("/orgs", { name: "Green <Valley> School", orgType: "business", ...more })).body
		.data;
	const answer = await by.patch(`/orgs/${orgId}/branding`, branding);
	if (answer.status !== 200) throw new Error(answer.text);
	return { ...by, orgId: String(orgId), path: `/orgs/${orgId}` };
}

type Branded = Awaited<ReturnType<typeof brand>>;

/** Invites a new address and returns the mail. */
async function invited(by: Branded) {
	const email = newAddress();
	await by.post(`${by.path}/invitations`, { email, role: "member" });
	await api.parley.services.jobs.runDue();
	return mailbox.next(email);
}

describe("a mail of an organization", () => {
	inProcessTest("looks like Parley until the organization looks like something else", async () => {
		const mail = await invited(await brand({}));

		expect([mail.from, mail.replyTo]).toEqual([{ name: "Parley", address: "parley@district.example" }, undefined]);
		expect(mail.html).not.toContain("<img");
		expect(mail.html).toContain("#1f5fbf");
	});

	inProcessTest("has its name, logo, colour, sender and address for replies", async () => {
		const by = await brand({
			displayName: "Grün & “Söhne”",
			color: "#ffe600",
			mail: { senderName: "Grün & Söhne", replyTo: "office@valley.example" },
		});
		const raw = pngOf({ width: 480, height: 100 });
		const { logo, accent } = (
			await by.put(`${by.path}/branding/logo`, undefined, { raw, headers: { "content-type": "image/png" } })
		).body.data;

		const mail = await invited(by);

		expect(mail.from).toEqual({ name: "Grün & Söhne via Parley", address: "parley@district.example" });
		expect(mail.replyTo).toEqual([{ name: "", address: "office@valley.example" }]);
		expect(mail.html).toContain(`<img src="${logo.url}" alt="Grün &amp; “Söhne”" width="240" height="50"`);
		expect(mail.html).toContain(`background:${accent.light};color:#fff`);
		expect(mail.text).toContain("Grün & “Söhne”");
		expect(mail.subject).not.toContain("Grün");
	});

	inProcessTest.each([
		["en", "Valley via District"],
		["es", "Valley a través de District"],
		["de", "Valley über District"],
	])("names the installation beside its sender in %s", async (language, name) => {
		const by = await brand({ mail: { senderName: "Valley" } }, { settings: { defaultLanguage: `${language}-ES` } });
		await by.put("/configurations/configs", { installation: { name: "District" } });

		const mail = await invited(by);
		await by.put("/configurations/configs", { installation: {} });

		expect(mail.from?.name).toBe(name);
	});

	inProcessTest.each([
		'Ada "the boss", Bcc: spy',
		"Escuela; X-Injected: yes",
		"back\\slash (comment) [group]:",
		"😀 学校 мир",
		"x".repeat(64),
	])("has one sender, one recipient and no header of the name %p", async (senderName) => {
		const by = await brand({ mail: { senderName } });

		const mail = await invited(by);

		expect(mail.from).toEqual({ name: `${senderName} via Parley`, address: "parley@district.example" });
		expect([mail.recipients.length, mail.to?.length, mail.cc, mail.bcc]).toEqual([1, 1, undefined, undefined]);
		expect(mail.headers.map(({ key }) => key)).not.toContain("x-injected");
	});

	inProcessTest("that is about a bill is sent by the installation", async () => {
		const owner = newAddress();
		const by = await brand({ color: "#7a1fa2", mail: { senderName: "Valley", replyTo: "office@valley.example" } });
		await by.patch(`${by.path}/billing/account`, { email: owner });
		await issueInvoice(api, by.orgId, [1_900]);
		await api.parley.services.jobs.runDue();

		const mail = await mailbox.next(owner);

		expect([mail.from?.name, mail.replyTo, mail.html?.includes("#7a1fa2")]).toEqual(["Parley", undefined, false]);
	});
});

test("the page of an invitation shows the organization as it calls itself, and another one's as Parley", async () => {
	const silent = await useHarness();
	const [owner, plain] = [await silent.createOrganization(), await silent.createOrganization({ name: "Plain" })];
	await owner.patch(`/orgs/${owner.orgId}/branding`, { displayName: "Valley", color: "#7a1fa2" });

	const shown = await Promise.all(
		[owner, plain].map(async (by) => {
			const { body } = await by.post(`/orgs/${by.orgId}/invitations`, { email: newAddress(), role: "member" });
			return (await silent.get(`/auth/invitations/${body.data.token}`)).body.data;
		}),
	);

	expect(shown[0]).toMatchObject({ organization: "Valley", branding: { accent: { light: "#7a1fa2" }, logo: null } });
	expect(shown[1]).toMatchObject({ organization: "Plain", branding: NONE });
});
