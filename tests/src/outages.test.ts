import { describe, expect, jest, test } from "bun:test";
import { createLog } from "#src/log";
import { Outages } from "#src/log/outages";

describe("an outage", () => {
	test("counts the warnings of an outage, and tells everything else as it is", () => {
		let text = "";
		const log = createLog({
			level: "info",
			format: "json",
			write: (lines) => {
				text += lines;
			},
		});
		const outageOf = (error: unknown) => (String(error).includes("refused") ? "connection refused" : null);
		log.watch({ name: "postgres", outageOf, works: () => false });
		const refused = new Error("refused");

		log.warn("a job failed and will be tried again", { error: refused });
		log.child({ queue: "mail" }).warn("a job failed and will be tried again", { error: refused });
		log.warn("a job failed and will be tried again", { error: new TypeError("a bug") });
		log.error("a job failed and will not be tried again", { error: refused });

		log.flush();
		const lines: unknown[] = text
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(lines).toMatchObject([
			{ level: "warn", message: "postgres is unavailable: connection refused", component: "postgres" },
			{ level: "warn", error: { name: "TypeError", stack: expect.any(String) } },
			{ level: "error", error: { stack: expect.any(String) } },
		]);
	});

	test("reports the failures of an outage every 30 s while there are any, and its end", async () => {
		jest.useFakeTimers();
		try {
			let nowMs = 0;
			let works = false;
			const told: string[] = [];
			const tell = (message: string) => void told.push(message);
			const outages = new Outages({ info: tell, warn: tell }, () => nowMs);
			outages.watch({ name: "s3", outageOf: () => "SlowDown", works: () => works });
			/** Lets time pass, second by second, with so many failures in each. */
			const pass = async (seconds: number, failures: number) => {
				for (let second = 0; second < seconds; second++) {
					for (let failure = 0; failure < failures; failure++) outages.absorbs(new Error("slow down"));
					nowMs += 1_000;
					jest.advanceTimersByTime(1_000);
					for (let turn = 0; turn < 5; turn++) await Promise.resolve();
				}
			};

			await pass(65, 10);
			await pass(60, 0);
			works = true;
			await pass(5, 1);
			await pass(5, 0);

			expect(told).toEqual([
				"s3 is unavailable: SlowDown",
				"s3 is still unavailable; failed operations: 299",
				"s3 is still unavailable; failed operations: 300",
				"s3 is still unavailable; failed operations: 50",
				"s3 is still unavailable; failed operations: 1",
				"s3 is available again after 131 s; failed operations: 655",
			]);
		} finally {
			jest.useRealTimers();
		}
	});
});
