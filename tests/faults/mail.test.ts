import { afterEach, describe, expect, test } from "bun:test";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSmtp } from "#adapters/smtp";
import { HOUR_MS } from "#kernel/clock";
import { type MailContent, type MailTexts, MailTimeoutError } from "#platform/mail";
import { newAddress } from "../support/addresses.ts";
import { openTestStore } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type Mailbox, openMailbox } from "../support/mailbox.ts";
import { type Outbox, openOutbox } from "../support/outbox.ts";

type Note = MailContent & { readonly kind: "note" };
const note = { subject: "A note", before: ["Something happened."], after: [] };
const TEXTS: readonly MailTexts[] = [{ en: { note }, es: { note }, de: { note } }];

const store = await forThisFile(openTestStore());
const atEnd: (() => unknown)[] = [];
afterEach(async () => {
	for (const end of atEnd.splice(0).reverse()) await end();
});

/** A mailer that sends to a mailbox of its own. @param settings query of `SMTP_URL` */
async function open(settings = ""): Promise<{ mailbox: Mailbox; outbox: Outbox<Note> }> {
	const mailbox = await openMailbox();
	const transport = createSmtp({ url: mailbox.url + settings, from: "p@school.example", domain: "parley.example" });
	const outbox = openOutbox<Note>({ store, transport, texts: TEXTS });
	atEnd.push(() => transport.close());
	return { mailbox, outbox };
}

function start(outbox: Outbox<Note>): void {
	outbox.jobs.start();
	atEnd.push(() => outbox.jobs.stop());
}

const send = (outbox: Outbox<Note>, to: string) =>
	outbox.send({ to, locale: "en", concern: "organization", content: { kind: "note" } });

describe("a mail server that hangs for some recipients", () => {
	test.each([
		["rcpt", 12, "school.example"],
		["data", 60, "tarpit.example"],
	] as const)(
		"at %s holds up nobody else's mail: %i of them at %s",
		async (at, count, domain) => {
			const { mailbox, outbox } = await open();
			const hanging = Array.from({ length: count }, () => newAddress().replace(/@.*/, `@${domain}`));
			const others = Array.from({ length: 8 }, () => newAddress().replace(/@.*/, "@school.example"));
			for (const to of hanging) mailbox.hang(at, to);
			for (const to of [...hanging, ...others]) await send(outbox, to);

			start(outbox);

			// Long before any of those that hang has had its 60 s.
			for (const to of others) expect(await mailbox.next(to)).toMatchObject({ subject: "A note" });
			expect(mailbox.received(hanging[0])).toEqual([]);
		},
		120_000,
	);

	test.each(["rcpt", "data"] as const)("at %s gets a mail once it answers, under the same Message-ID", async (at) => {
		const { mailbox, outbox } = await open("?socketTimeout=300");
		const to = newAddress();
		const answer = mailbox.hang(at, to);
		await send(outbox, to);

		await outbox.jobs.runDue();
		const before = mailbox.received(to).length;
		answer();
		outbox.clock.advanceMs(HOUR_MS);
		const amongOthers = await outbox.jobs.runDue("mail");
		await outbox.jobs.runDue();

		expect([before, amongOthers]).toEqual([0, 0]);
		expect(mailbox.received(to).map(({ messageId }) => messageId)).toEqual([
			expect.stringMatching(/^<tsk_[0-9a-z]{26}@parley\.example>$/),
		]);
		expect(outbox.lines.join("\n")).toContain("did not answer in time");
		expect(outbox.lines.join("\n")).not.toContain(to);
	});

	test("or does not even greet, holds up nobody else's mail", async () => {
		const { mailbox, outbox } = await open();
		mailbox.hangConnections(6);
		for (let i = 0; i < 6; i++) await send(outbox, newAddress());
		start(outbox);
		await mailbox.untilHanging(6);

		const to = newAddress();
		await send(outbox, to);

		expect(await mailbox.next(to)).toMatchObject({ subject: "A note" });
	}, 120_000);
});

describe("a mail server that sends something now and then, and never an answer", () => {
	test("is cut off when the mail has taken too long", async () => {
		const sockets: Socket[] = [];
		const server = createServer((socket) => {
			sockets.push(socket);
			socket.write("220 parley.example\r\n");
			const drip = setInterval(() => socket.write("250-still here\r\n"), 50);
			socket.on("error", () => undefined).once("close", () => clearInterval(drip));
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?socketCloseTimeout=100`;
		const transport = createSmtp({ url, from: "p@school.example", domain: "parley.example", deadlineMs: 500 });
		atEnd.push(
			() => server.close(),
			() => transport.close(),
		);
		const text = { subject: "A note", text: "", html: "", language: "en", unsubscribeUrl: undefined };
		const message = { id: "tsk_1", to: "ada@school.example", senderName: null, replyTo: null, ...text };

		const sending = transport.send(message, new AbortController().signal);

		await expect(sending).rejects.toBeInstanceOf(MailTimeoutError);
		await Promise.all(sockets.map((socket) => socket.closed || new Promise((closed) => socket.once("close", closed))));
	});
});

describe("a process that stops", () => {
	test("gives up a mail that hangs, which another one sends later", async () => {
		const { mailbox, outbox } = await open();
		const to = newAddress();
		const answer = mailbox.hang("rcpt", to);
		await send(outbox, to);
		outbox.jobs.start();
		await mailbox.untilHanging(1);
		await outbox.jobs.stop();
		answer();

		await outbox.jobs.runDue();

		expect(mailbox.received(to)).toHaveLength(1);
	}, 120_000);
});
