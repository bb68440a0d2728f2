import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { ATTRIBUTE, decode, decodeAddress, encode, encodeAddress, KIND, METHOD } from "#adapters/turn/message";
import { Shares } from "#adapters/turn/shares";

/** The request with long-term credentials of RFC 5769, section 2.4. */
const SIGNED = Buffer.from(
	`000100602112a44278ad3433c6ad72c029da412e
	00060012e3839ee38388e383aae38383e382afe382b90000
	0015001c662f2f3439396b39353464364f4c33346f4c394653547679363473410014000b6578616d706c652e6f726700
	00080014f67024656dd64a3e02b8e0712e85c9a28ca89666`.replace(/\s/g, ""),
	"hex",
);
const KEY = createHash("md5").update("マトリックス:example.org:TheMatrIX").digest();

describe("messages of STUN", () => {
	test("are read as RFC 5769 writes them, with their signature", () => {
		const message = decode(SIGNED);

		expect(message).toMatchObject({ method: 1, kind: KIND.request, unknown: [] });
		expect(message?.attributes.get(ATTRIBUTE.username)?.toString()).toBe("マトリックス");
		expect(message?.attributes.get(ATTRIBUTE.realm)?.toString()).toBe("example.org");
		expect(message?.isSignedWith(KEY)).toBe(true);
		expect(message?.isSignedWith(Buffer.alloc(16))).toBe(false);
	});

	test("are written as RFC 5769 does", () => {
		const { id, attributes } = decode(SIGNED) ?? { id: Buffer.alloc(12), attributes: new Map() };
		const signed = [ATTRIBUTE.username, ATTRIBUTE.nonce, ATTRIBUTE.realm].map(
			(type) => [type, attributes.get(type) ?? Buffer.alloc(0)] as const,
		);

		expect(encode({ method: 1, kind: KIND.request, id }, signed, KEY).toString("hex")).toBe(SIGNED.toString("hex"));
	});

	test("have addresses as RFC 5769 has them", () => {
		// 192.0.2.1, port 32853.
		expect(decodeAddress(Buffer.from("0001a147e112a643", "hex"))).toEqual({ ip: 0xc0000201, port: 32_853 });
		expect(encodeAddress({ ip: 0xc0000201, port: 32_853 }).toString("hex")).toBe("0001a147e112a643");
		expect(decodeAddress(Buffer.from(`0002${"00".repeat(18)}`, "hex"))).toBeNull();
	});

	test("know their method and class by interleaved bits", () => {
		const id = Buffer.alloc(12);
		for (const method of Object.values(METHOD))
			for (const kind of Object.values(KIND))
				expect(decode(encode({ method, kind, id }, [], null))).toMatchObject({ method, kind });
	});

	test("end with their signature: what follows it is not read", () => {
		const more = Buffer.concat([SIGNED, Buffer.from("000d000400000000", "hex")]);
		more.writeUInt16BE(more.length - 20, 2);
		const message = decode(more);

		expect(message?.isSignedWith(KEY)).toBe(true);
		expect(message?.attributes.has(ATTRIBUTE.lifetime)).toBe(false);
	});
});

describe("the shares of what the relay carries", () => {
	const of = (orgId: string) => ({ orgId, participantId: `${orgId}-p` });
	/** Returns the bytes that each tenant could send in the last of some seconds, who all send as much as they can. */
	function senders(total: number, names: readonly string[], seconds: number): number[] {
		const shares = new Shares(total);
		// A tenant has many participants: none of their limits matters.
		const purses = names.map((name) =>
			Array.from({ length: 20 }, (_, n) => shares.open({ ...of(name), participantId: `${name}${n}` }, 0)),
		);
		let sent: number[] = [];
		for (let second = 0; second < seconds; second++) {
			sent = names.map(() => 0);
			for (let ms = 0; ms < 1_000; ms += 10)
				for (let n = 0; n < 60; n++)
					for (const [index, own] of purses.entries())
						if (own[n % own.length]?.take(900, second * 1_000 + ms)) sent[index] = (sent[index] ?? 0) + 1_000;
			shares.divide();
		}
		return sent;
	}

	test("give one that is alone all of it", () => {
		const [alone = 0] = senders(1_000_000, ["a"], 3);

		expect(alone).toBeWithin(950_000, 1_050_000);
	});

	test("are equal among those who want all", () => {
		const sent = senders(1_000_000, ["a", "b", "c"], 5);

		for (const bytes of sent) expect(bytes).toBeWithin(300_000, 360_000);
	});

	test("leave what others do not use", () => {
		const shares = new Shares(1_000_000);
		const [busy, idle] = [shares.open(of("busy"), 0), shares.open(of("idle"), 0)];
		shares.divide();

		let sent = 0;
		for (let ms = 10; ms <= 1_000; ms += 10) for (let n = 0; n < 60; n++) if (busy.take(900, ms)) sent += 1_000;
		const isFirstHeard = idle.take(900, 1_000);

		expect(sent).toBeGreaterThan(740_000);
		expect(isFirstHeard).toBe(true);
	});
});
