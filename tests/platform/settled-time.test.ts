import { beforeEach, describe, expect, test } from "bun:test";
import { serviceState } from "#db/schema";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { createSettledTime } from "#platform/settled-time";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";

const store = await forThisFile(openTestStore());

const START_MS = 1_893_456_000_000;

/** A machine: its clock, and how much time has really passed on it. */
function startMachine() {
	let passedMs = 0;
	let aheadMs = 0;
	const logged: string[] = [];
	const note = (message: string) => void logged.push(message);
	const log = { info: note, warn: note };
	const clock = { nowMs: () => Math.floor(START_MS + passedMs + aheadMs) };
	const setAheadMs = (ms: number) => {
		aheadMs = ms;
	};
	return {
		clock,
		logged,
		log,
		setAheadMs,
		/** Time passes while nothing runs, as when a virtual machine is suspended. */
		sleepMs(ms: number) {
			aheadMs += ms;
		},
		/** Starts a process. `isUnused`: whether nothing is stored yet. */
		async startProcess(isUnused = false) {
			const startedMs = passedMs;
			const steadyMs = () => passedMs - startedMs;
			const time = createSettledTime({ store, clock, steadyMs, log, isUnused: async () => isUnused });
			await time.note();
			return {
				time,
				/** By how much the settled time is behind the clock. */
				lagMs: () => clock.nowMs() - time.nowMs(),
				/** Lets it run, and note what the clock shows once a minute. */
				async runMs(ms: number) {
					for (let leftMs = ms; leftMs > 0; leftMs -= MINUTE_MS) {
						passedMs += Math.min(leftMs, MINUTE_MS);
						await time.note();
					}
				},
			};
		},
	};
}

beforeEach(async () => {
	await store.db.delete(serviceState);
});

describe("the settled time", () => {
	test("is that of a clock which is right", async () => {
		const process = await startMachine().startProcess(true);

		await process.runMs(5 * HOUR_MS);

		expect(process.lagMs()).toBe(0);
	});

	test("is a whole number, which can be stored, although a process runs for fractions of a ms", async () => {
		const process = await startMachine().startProcess(true);
		await process.runMs(1_000.3);
		await process.runMs(2_000.4);

		const nowMs = process.time.nowMs();

		expect(Number.isInteger(nowMs)).toBe(true);
		expect(process.lagMs()).toBeWithin(0, 3);
	});

	test("follows such a clock between two notes", async () => {
		const machine = startMachine();
		const process = await machine.startProcess(true);
		const before = process.time.nowMs();

		await process.runMs(59_000);

		expect(process.time.nowMs() - before).toBe(59_000);
	});

	test("is unknown for the first hour of a database that others have used, so that nothing is due", async () => {
		const machine = startMachine();
		machine.setAheadMs(40 * DAY_MS);
		const process = await machine.startProcess();

		await process.runMs(59 * MINUTE_MS);
		const first = process.time.nowMs();
		machine.setAheadMs(0);
		await process.runMs(MINUTE_MS);

		expect(first).toBe(0);
		expect(process.lagMs()).toBe(0);
	});

	test.each([4_000, 10 * MINUTE_MS, 59 * MINUTE_MS])("is not moved by a clock 40 days ahead for %d ms", async (ms) => {
		const machine = startMachine();
		const process = await machine.startProcess(true);
		await process.runMs(3 * HOUR_MS);

		machine.setAheadMs(40 * DAY_MS);
		const atOnce = process.lagMs();
		await process.runMs(ms);
		const ahead = process.lagMs();
		machine.setAheadMs(0);

		expect([atOnce, ahead]).toEqual([40 * DAY_MS, 40 * DAY_MS]);
		expect(process.lagMs()).toBe(0);
	});

	test("is not moved by a clock that is ahead at the start, nor over restarts", async () => {
		const machine = startMachine();
		await (await machine.startProcess(true)).runMs(30 * MINUTE_MS);

		machine.setAheadMs(40 * DAY_MS);
		const lags: number[] = [];
		for (let restart = 0; restart < 5; restart++) {
			const process = await machine.startProcess();
			lags.push(process.lagMs());
			await process.runMs(5 * MINUTE_MS);
			lags.push(process.lagMs());
		}

		expect(new Set(lags)).toEqual(new Set([40 * DAY_MS]));
	});

	test("believes a machine that slept for 40 days once it has run for an hour or two since", async () => {
		const machine = startMachine();
		const process = await machine.startProcess(true);
		await process.runMs(30 * MINUTE_MS);

		machine.sleepMs(40 * DAY_MS);
		await process.runMs(HOUR_MS);
		const early = process.lagMs();
		await process.runMs(HOUR_MS);

		expect(early).toBe(40 * DAY_MS);
		expect(process.lagMs()).toBe(0);
	});

	test("is reported once when the clock is ahead of it, and once when it is not any more", async () => {
		const machine = startMachine();
		const process = await machine.startProcess(true);
		await process.runMs(HOUR_MS);

		machine.sleepMs(9 * MINUTE_MS);
		await process.runMs(3 * HOUR_MS);
		const quiet = [...machine.logged];
		machine.sleepMs(DAY_MS);
		await process.runMs(HOUR_MS);
		const during = process.time.aheadMs();
		await process.runMs(2 * HOUR_MS);

		expect(quiet).toEqual([]);
		expect(during).toBe(DAY_MS);
		expect(machine.logged).toEqual([
			"the clock was set ahead, or the machine was suspended: what has become due since is postponed",
			"the clock is trusted again: nothing is postponed any longer",
		]);
	});

	test("warns of no downtime: after a restart, it says what is postponed, and nothing is wrong", async () => {
		const machine = startMachine();
		await (await machine.startProcess(true)).runMs(3 * HOUR_MS);

		machine.sleepMs(DAY_MS);
		await (await machine.startProcess()).runMs(3 * HOUR_MS);

		expect(machine.logged).toEqual([
			"nothing ran for a while: what has become due since is done after an hour",
			"the clock is trusted again: nothing is postponed any longer",
		]);
	});

	test("catches up on a machine that never runs for an hour at a time", async () => {
		const machine = startMachine();
		await (await machine.startProcess(true)).runMs(HOUR_MS);

		let lagMs = 0;
		for (let day = 0; day < 30; day++) {
			machine.sleepMs(DAY_MS);
			const process = await machine.startProcess();
			await process.runMs(20 * MINUTE_MS);
			lagMs = process.lagMs();
		}

		expect(lagMs).toBeLessThanOrEqual(6 * DAY_MS);
	});

	test("takes no single look for two, however long nobody looked", async () => {
		const machine = startMachine();
		const process = await machine.startProcess(true);
		await process.runMs(HOUR_MS);

		machine.setAheadMs(40 * DAY_MS);
		await process.runMs(10_000);

		expect(process.lagMs()).toBe(40 * DAY_MS);
	});

	test("goes back at once with a clock that is set back, and forward again only after a while", async () => {
		const machine = startMachine();
		const process = await machine.startProcess(true);
		await process.runMs(HOUR_MS);

		machine.setAheadMs(-DAY_MS);
		await process.runMs(MINUTE_MS);
		const back = process.lagMs();
		machine.setAheadMs(0);

		expect(back).toBe(0);
		expect(process.lagMs()).toBe(DAY_MS);
		await process.runMs(2 * HOUR_MS);
		expect(process.lagMs()).toBe(0);
	});

	test("is not moved by one instance that is wrong while another one is right", async () => {
		const machine = startMachine();
		const right = await machine.startProcess(true);
		const other = { nowMs: () => machine.clock.nowMs() + 40 * DAY_MS };
		const wrong = createSettledTime({
			store,
			clock: other,
			steadyMs: () => 0,
			log: machine.log,
			isUnused: async () => false,
		});

		for (let minute = 0; minute < 180; minute++) {
			await right.runMs(MINUTE_MS);
			await wrong.note();
		}

		expect(wrong.nowMs()).toBe(machine.clock.nowMs());
		expect(right.lagMs()).toBe(0);
	});
});
