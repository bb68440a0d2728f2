import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { announcedAddresses, offerAt, withoutCandidates } from "#adapters/forwarding/candidates";
import { Gaps } from "#adapters/forwarding/gaps";
import { LATE_MS, Lateness } from "#adapters/forwarding/lateness";
import { isMedia, loudnessOf, OPUS, OPUS_CLOCK, readFeedback, readVp8, VP8 } from "#adapters/forwarding/rtp";

const SECOND = OPUS_CLOCK;
/** Time stamp of sound that was recorded so long after the beginning. */
const stampOf = (ms: number): number => ((ms * SECOND) / 1_000) >>> 0;

describe("a packet", () => {
	test("of whatever bytes is read without an error, and beyond its end nothing is", () => {
		for (let n = 0; n < 20_000; n++) {
			const packet = randomBytes(n % 64);
			// Most random bytes have no version of RTP, and no extension.
			if (packet.length > 1 && n % 3 > 0) packet[0] = n % 3 === 1 ? 0x90 : 0x80;
			isMedia(packet, OPUS);
			loudnessOf(packet);
			readFeedback(packet, 1_001);
			const { idAt, layerAt } = readVp8(packet);
			expect(Math.max(idAt < 0 ? 0 : idAt + 2, layerAt < 0 ? 0 : layerAt + 1)).toBeLessThanOrEqual(packet.length);
		}
	});

	test("says how loud it is by its extension, whatever precedes that, and 0 without one", () => {
		const head = [0x90, OPUS, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0xbe, 0xde, 0, 2];
		const packet = Buffer.from([...head, 0x31, 0xaa, 0xbb, 0, 0x10, 127 - 90, 0, 0, 1]);

		expect(loudnessOf(packet)).toBe(90);
		expect(loudnessOf(Buffer.from([0x80, ...head.slice(1, 12), 1]))).toBe(0);
	});

	test("of VP8 begins a key frame, and has a number of 15 bits and one of its layer", () => {
		const packet = Buffer.from([0x80, VP8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0x90, 0xc0, 0x80, 5, 7, 0, 1]);

		expect(readVp8(packet)).toEqual({ beginsKeyFrame: true, idAt: 14, layerAt: 16 });
		packet[17] = 1;
		expect(readVp8(packet).beginsKeyFrame).toBe(false);
	});
});

describe("a packet that does not come", () => {
	const lostAt = (...numbers: readonly number[]): readonly number[] => {
		const gaps = new Gaps();
		return numbers.filter((seq) => gaps.isLost(seq));
	};

	test("is lost once three others have come, also where numbers begin anew", () => {
		expect(lostAt(1, 2, 4, 5, 6, 7, 8)).toEqual([6]);
		expect(lostAt(65_534, 65_535, 1, 2, 3, 4)).toEqual([3]);
		expect(lostAt(1, 3, 4, 5, 7, 8, 9)).toEqual([5, 9]);
	});

	test("is not while it may have been overtaken, was sent twice, or where another source begins", () => {
		expect(lostAt(1, 3, 4, 2, 5, 6, 7)).toEqual([]);
		expect(lostAt(1, 2, 2, 1, 3, 4)).toEqual([]);
		expect(lostAt(1, 2, 40_000, 40_001, 40_002, 40_003)).toEqual([]);
		const gaps = new Gaps();
		gaps.isLost(1);
		gaps.forget();
		expect([10, 11, 12, 13].map((seq) => gaps.isLost(seq))).toEqual([false, false, false, false]);
	});
});

describe("packets of one source", () => {
	test("that wait are late, those that follow in time are not, and a gap in what is said is none in time", () => {
		const lateness = new Lateness(SECOND);
		const isLate = (saidMs: number, atMs: number) => lateness.isLate(stampOf(saidMs), 5_000 + atMs, true);

		expect([isLate(0, 40), isLate(20, 60), isLate(40, 60 + LATE_MS)]).toEqual([false, false, false]);
		expect([isLate(60, 101 + LATE_MS), isLate(80, 3_000)]).toEqual([true, true]);
		expect([isLate(3_000, 3_060), isLate(60_000, 60_050)]).toEqual([false, false]);
	});

	test("whose way has become longer are let through after two seconds, unless this process is what is late", () => {
		const late = (isBehind: boolean) => {
			const lateness = new Lateness(SECOND);
			lateness.isLate(0, 0, isBehind);
			return [20, 1_000, 2_100].map((ms) => lateness.isLate(stampOf(ms), ms + 400, isBehind));
		};

		expect(late(false)).toEqual([true, true, false]);
		expect(late(true)).toEqual([true, true, true]);
	});

	test("begin anew with other time stamps", () => {
		const lateness = new Lateness(SECOND);
		lateness.isLate(stampOf(1_000_000), 0, false);

		expect(lateness.isLate(7, 20, false)).toBe(false);
		expect(lateness.isLate(7 + stampOf(20), 40 + LATE_MS + 1, false)).toBe(true);
	});
});

describe("addresses", () => {
	test("in an offer are those that are announced, and no other of the machine; an answer has none", () => {
		const sdp =
			"v=0\r\nm=audio 40000 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 10.0.0.7\r\na=mid:0\r\na=candidate:1 1 UDP 1 10.0.0.7 40000 typ host\r\n";
		const offer = offerAt(["192.0.2.7", "2001:db8::7"], 3_480, sdp);

		expect(offer).not.toContain("10.0.0.7");
		expect(offer.match(/^a=candidate:.*$/gm)).toEqual([
			"a=candidate:1 1 UDP 2122317823 192.0.2.7 3480 typ host",
			"a=candidate:2 1 UDP 2122317567 2001:db8::7 3480 typ host",
		]);
		expect(withoutCandidates(offer)).not.toContain("candidate");
	});

	test("are those of MEDIA_HOST, otherwise of the public host, and all of the machine's where that is itself", async () => {
		expect(await announcedAddresses(["192.0.2.7", "localhost"], "x")).toContain("192.0.2.7");
		expect(await announcedAddresses([], "192.0.2.9")).toEqual(["192.0.2.9"]);
		const own = await announcedAddresses([], "localhost");
		expect(own).toContain("127.0.0.1");
		expect(await announcedAddresses([], "[::1]")).toEqual(own);
	});
});
