import { beforeEach, describe, expect, test } from "bun:test";
import { createSmtp } from "#adapters/smtp";
import { NOTIFICATION_KINDS } from "#db/schema";
import { HOUR_MS } from "#kernel/clock";
import {
	acceptedLanguages,
	chooseLocale,
	MAIL_LOCALES,
	MAIL_QUEUES,
	type MailLocale,
	type MailTexts,
	renderMail,
} from "#platform/mail";
import type { BillingMail } from "../../modules/billing/billing-notices/mails.ts";
import type { TrialExpiringMail } from "../../modules/billing/trial/mails.ts";
import type { UsageAlertMail } from "../../modules/billing/usage-alerts/mails.ts";
import type { ClosedAccountMail } from "../../modules/governance/closed-accounts/mails.ts";
import type { AccountMail } from "../../modules/identity/accounts/mails/content.ts";
import type { InvitationMail } from "../../modules/identity/invitations/mails.ts";
import type { GuestMail } from "../../modules/meetings/participants/mails.ts";
import type { AuditStreamDisabledMail } from "../../modules/outbound/audit-streams/mails.ts";
import type { NotificationMail } from "../../modules/outbound/notifications/mails.ts";
import type { WebhookDisabledMail } from "../../modules/outbound/webhooks/mails.ts";
import { newAddress } from "../support/addresses.ts";
import { openTestStore } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { openHarness } from "../support/harness.ts";
import { linkOf, openMailbox } from "../support/mailbox.ts";
import { type Outbox, openOutbox } from "../support/outbox.ts";

type AnyMail =
	| AccountMail
	| ClosedAccountMail
	| InvitationMail
	| GuestMail
	| NotificationMail
	| WebhookDisabledMail
	| AuditStreamDisabledMail
	| TrialExpiringMail
	| BillingMail
	| UsageAlertMail;

const URL = "https://parley.example/account/page#token";
const CONTENTS: readonly AnyMail[] = [
	{ kind: "verify_email", url: URL, validForMs: 24 * HOUR_MS },
	{ kind: "finish_registration", url: URL, validForMs: HOUR_MS / 2 },
	{ kind: "account_ready", name: "Ada" },
	{ kind: "address_in_use", name: "Ada" },
	{ kind: "reset_password", name: "Ada", url: URL, validForMs: HOUR_MS / 2 },
	{ kind: "password_changed", name: "Ada" },
	{ kind: "change_email", url: URL, validForMs: 24 * HOUR_MS },
	{ kind: "email_changed", name: "Ada", email: "new@school.example" },
	{ kind: "meeting_guest", meeting: "Óptica", organization: "Escuela Niño", startsAt: "1/1/2030", url: URL },
	{ kind: "invitation", organization: "Escuela Niño", inviter: "Grace", url: URL, validForMs: 7 * 24 * HOUR_MS },
	{ kind: "account_closed", name: "Ada", days: 30 },
	{ kind: "webhook_disabled", name: "Ada", organization: "Escuela Niño", host: "x.example", reason: "gone" },
	{ kind: "audit_stream_disabled", name: "Ada", organization: "Escuela Niño", stream: "SIEM", reason: "failing" },
	{ kind: "trial_expiring", name: "Ada", organization: "Escuela Niño", plan: "Team", next: "Free", days: 3 },
	{
		kind: "invoice_issued",
		name: "Ada",
		organization: "Escuela Niño",
		number: "INV-1",
		amount: "€1.00",
		day: "1/1/30",
	},
	{ kind: "payment_failed", name: "Ada", organization: "Escuela Niño", number: "INV-000001", amount: "€1.00" },
	{
		kind: "invoice_overdue",
		name: null,
		organization: "Escuela Niño",
		number: "INV-1",
		amount: "€1.00",
		day: "1/1/30",
	},
	{ kind: "nonpayment_suspended", name: "Ada", organization: "Escuela Niño" },
	{ kind: "nonpayment_over", name: "Ada", organization: "Escuela Niño" },
	{
		...{ kind: "usage_alert", name: "Ada", organization: "Escuela Niño", plan: "Team", threshold: 80 },
		...{ meter: "recording_storage_bytes", limit: 5e9, used: 4.25e9, beyond: "refused" },
	},
	...NOTIFICATION_KINDS.map(
		(kind): NotificationMail => ({
			kind: `notification.${kind}`,
			name: "Ada",
			meeting: "Óptica",
			organization: "Escuela Niño",
			language: "Deutsch",
			origin: "",
			url: URL,
			unsubscribeUrl: "https://parley.example/notifications/unsubscribe/token",
		}),
	),
];

/** The texts of every module that sends mails. */
const { contributions } = (await forThisFile(openHarness())).parley.services;
const TEXTS: readonly MailTexts[] = contributions.flatMap(({ mails }) => mails ?? []);

function render(content: AnyMail, locale: MailLocale) {
	const text = TEXTS.find((texts) => content.kind in texts[locale])?.[locale][content.kind];
	if (!text) throw new Error(`${content.kind} has no text`);
	return renderMail(text, content, locale, { publicUrl: "https://parley.example" });
}

const mailbox = await forThisFile(openMailbox());
const transport = await forThisFile(
	createSmtp({ url: mailbox.url, from: "Parley <parley@school.example>", domain: "parley.example" }),
);
const store = await forThisFile(openTestStore());

describe("the mails of all modules", () => {
	const kindsIn = (locale: MailLocale) => TEXTS.flatMap((texts) => Object.keys(texts[locale])).sort();

	test("are the same in every language", () => {
		expect(MAIL_LOCALES.map(kindsIn)).toEqual(MAIL_LOCALES.map(() => kindsIn("en")));
	});

	test("are each tried below, and named by one module alone", () => {
		expect(kindsIn("en")).toEqual(CONTENTS.map(({ kind }) => kind).sort());
	});
});

describe("a mail", () => {
	const cases = MAIL_LOCALES.flatMap((locale) => CONTENTS.map((content) => [content.kind, locale, content] as const));

	test.each(cases)("%s in %s says the same as text and as HTML", (_kind, locale, content) => {
		const { subject, text, html } = render(content, locale);

		expect(subject).toMatch(/\S/);
		for (const form of [subject, text, html]) expect(form).not.toMatch(/undefined|null|\[object|<%/);
		expect(html).toContain(`lang="${locale}"`);
		expect("url" in content).toBe(text.includes(URL) && html.includes(`href="${URL}"`));
	});

	test.each(CONTENTS.map((content) => [content.kind, content] as const))("%s differs by language", (_kind, content) => {
		const subjects = MAIL_LOCALES.map((locale) => render(content, locale).subject);

		expect(new Set(subjects).size).toBe(MAIL_LOCALES.length);
	});

	test("shows markup in a name as it was written, and keeps its subject on one line", () => {
		const organization = 'A "<b>School</b>"\r\nBcc: evil@evil.example';
		const content = { kind: "invitation", organization, inviter: null, url: URL, validForMs: HOUR_MS } as const;

		const notice = CONTENTS.find((each) => "unsubscribeUrl" in each) as NotificationMail;

		const { html } = render(content, "en");
		const { subject } = render({ ...notice, meeting: organization }, "en");

		expect(subject).toEndWith(': A "<b>School</b>" Bcc: evil@evil.example');
		expect(html).toContain("&lt;b&gt;School&lt;/b&gt;");
		expect(html).not.toContain("<b>School");
	});

	test.each([
		[["de-AT", "en"], "de"],
		[["fr", "es-MX"], "es"],
		[[null, undefined, "xx"], "en"],
		[[], "en"],
	] as const)("to somebody who wants %p is written in %s", (wanted, locale) => {
		expect(chooseLocale(wanted)).toBe(locale);
	});

	test("follows the order of Accept-Language", () => {
		expect(acceptedLanguages("fr;q=0.2, de-AT, es;q=0.9, it;q=0")).toEqual(["de-AT", "es", "fr"]);
		expect(acceptedLanguages(undefined)).toEqual([]);
	});
});

describe("sending a mail", () => {
	let outbox: Outbox<AnyMail>;
	beforeEach(() => {
		outbox = openOutbox({ store, transport, texts: TEXTS });
	});

	test.each(MAIL_LOCALES)("in %s reaches the receiver as text and as HTML", async (locale) => {
		const to = newAddress();
		const content = {
			kind: "invitation",
			organization: "Größe & Niño",
			inviter: null,
			url: URL,
			validForMs: HOUR_MS,
		} as const;

		await outbox.send({ to, locale, concern: "organization", content });
		await outbox.jobs.runDue();

		const mail = await mailbox.next(to);
		expect(mail.recipients).toEqual([to]);
		expect(mail.from).toMatchObject({ name: "Parley", address: "parley@school.example" });
		expect(mail.subject).toContain("Parley");
		expect(mail.text).toContain("Größe & Niño");
		expect(linkOf(mail).url).toBe(URL);
		expect(mail.messageId).toMatch(/^<tsk_[0-9a-z]{26}@parley\.example>$/);
		expect(mail.headers).toContainEqual(expect.objectContaining({ key: "content-language", value: locale }));
		expect(mail.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
	});

	test("does not happen when the change it tells of is not made", async () => {
		const to = newAddress();

		const sending = outbox.send({
			to: `${to}\r\nBcc: evil@evil.example`,
			locale: "en",
			concern: "account",
			content: { kind: "account_ready", name: "Ada" },
		});

		await expect(sending).rejects.toThrow("must be one e-mail address");
		await outbox.jobs.runDue();
		expect(mailbox.received(to)).toEqual([]);
	});

	test("is tried again under the same Message-ID while the server is busy", async () => {
		const to = newAddress();
		await outbox.send({ to, locale: "en", concern: "account", content: { kind: "account_ready", name: "Ada" } });
		mailbox.refuseNext(451);

		await outbox.jobs.runDue();
		const before = mailbox.received(to).length;
		outbox.clock.advanceMs(HOUR_MS);
		await outbox.jobs.runDue();

		expect([before, mailbox.received(to).length]).toEqual([0, 1]);
		expect(outbox.lines.join("\n")).toContain("451");
		expect(outbox.lines.join("\n")).not.toContain(to);
	});

	test("ends when the server says that there is no such mailbox", async () => {
		const to = newAddress();
		await outbox.send({ to, locale: "en", concern: "account", content: { kind: "account_ready", name: "Ada" } });
		mailbox.refuseNext(550);

		await outbox.jobs.runDue();
		outbox.clock.advanceMs(HOUR_MS);
		const again = await outbox.jobs.runDue();

		expect(again).toBe(0);
		expect(outbox.lines.join("\n")).toContain("permanently rejected");
		expect(outbox.lines.join("\n")).not.toContain(to);
	});

	test("is left out once its link would not work any more", async () => {
		const to = newAddress();
		const content = { kind: "verify_email", url: URL, validForMs: HOUR_MS } as const;
		await outbox.send({ to, locale: "en", concern: "account", content });

		outbox.clock.advanceMs(HOUR_MS);
		await outbox.jobs.runDue();

		expect(mailbox.received(to)).toEqual([]);
	});

	test("of an organization that is not active is sent if it is about an account or a bill", async () => {
		const suspended = openOutbox<AnyMail>({ store, transport, texts: TEXTS, isActive: false });
		const concerns = ["account", "billing", "organization"] as const;
		const sent = concerns.map((concern) => ({ concern, to: newAddress() }));
		for (const { concern, to } of sent)
			await suspended.send({
				to,
				locale: "en",
				concern,
				orgId: "org_suspended",
				content: { kind: "account_ready", name: "Ada" },
			});

		await suspended.jobs.runDue();

		expect(sent.map(({ to }) => mailbox.received(to).length)).toEqual([1, 1, 0]);
		expect(await suspended.jobs.countUnfinished(MAIL_QUEUES)).toBe(0);
	});
});
