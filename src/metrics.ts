import { INSTALLATION } from "#kernel/fair-queue";
import { Slices } from "#kernel/slices";
import type { Figure } from "#platform/module";
import type { RegisteredFigure } from "./metrics/registry.ts";

/** The metrics of the service, in the Prometheus text format. */
export interface Metrics {
	/** MIME type of the result of {@link Metrics.render}. */
	readonly contentType: string;
	/** Counts one finished request. `route` is the template, so that the number of series stays bounded. */
	observe(route: string, method: string, status: number, seconds: number): void;
	/** Counts one transaction of the database. `name` is one of db/writes.ts. */
	observeTransaction(name: string, seconds: number): void;
	/** Registers a gauge. */
	gauge(figure: Figure): void;
	/** Registers a counter. */
	counter(figure: Figure): void;
	/** Starts to sample the process, which the first {@link Metrics.render} does otherwise. */
	sample(): Promise<void>;
	/** Returns all metrics with their current values. */
	render(): Promise<string>;
}

/** Upper bounds in seconds: from a cached read to the slowest acceptable response. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** Observations with the same labels. */
interface Series {
	/** `route="…",method="…",status="…"`, escaped. */
	readonly labels: string;
	/** Number of observations per bucket, the last element for those above all bounds. */
	readonly counts: Float64Array;
	sum: number;
}

const escapeLabel = (text: string): string =>
	text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');

const newSeries = (labels: string): Series => ({ labels, counts: new Float64Array(BUCKETS.length + 1), sum: 0 });

function observe(series: Series, seconds: number): void {
	let bucket = 0;
	while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket++;
	series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
	series.sum += seconds;
}

/** Formats one series: cumulative buckets, sum and count. */
function renderSeries(name: string, { labels, counts, sum }: Series): string {
	let text = "";
	let below = 0;
	for (const [index, bound] of [...BUCKETS, "+Inf"].entries()) {
		below += counts[index] ?? 0;
		text += `${name}_bucket{le="${bound}",${labels}} ${below}\n`;
	}
	return `${text}${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${below}\n`;
}

/** Formats a histogram, in portions: those of all routes and their statuses are more than a megabyte. */
async function renderHistogram(name: string, help: string, all: Iterable<Series>): Promise<string> {
	const series = await new Slices(INSTALLATION).map(all, (each) => renderSeries(name, each));
	return `# HELP ${name} ${help}\n# TYPE ${name} histogram\n${series.join("")}`;
}

/**
 * Creates the request histogram. prom-client's own validates and hashes the labels at every observation; here a series
 * is found by three lookups, because this runs for every request.
 */
function createRequestHistogram() {
	const byRoute = new Map<string, Map<string, Map<number, Series>>>();
	const all: Series[] = [];

	function open(route: string, method: string, status: number): Series {
		const labels = `route="${escapeLabel(route)}",method="${escapeLabel(method)}",status="${status}"`;
		const series = newSeries(labels);
		const byMethod = byRoute.get(route) ?? new Map<string, Map<number, Series>>();
		const byStatus = byMethod.get(method) ?? new Map<number, Series>();
		byRoute.set(route, byMethod.set(method, byStatus.set(status, series)));
		all.push(series);
		return series;
	}

	return {
		observe(route: string, method: string, status: number, seconds: number): void {
			observe(byRoute.get(route)?.get(method)?.get(status) ?? open(route, method, status), seconds);
		},
		render: (): Promise<string> =>
			renderHistogram("http_request_duration_seconds", "Duration of HTTP requests by route, method and status.", all),
	};
}

/** Creates the histogram of the database's transactions. */
function createTransactionHistogram() {
	const byName = new Map<string, Series>();
	return {
		observe(name: string, seconds: number): void {
			const series = byName.get(name) ?? newSeries(`name="${name}"`);
			byName.set(name, series);
			observe(series, seconds);
		},
		render: (): Promise<string> =>
			renderHistogram(
				"database_transaction_seconds",
				"How long database transactions were open, by the name of the write.",
				byName.values(),
			),
	};
}

/** MIME type of the text format. */
const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

/** Creates the metrics of the process and of its requests. */
export function createMetrics(): Metrics {
	const requests = createRequestHistogram();
	const transactions = createTransactionHistogram();
	const figures: RegisteredFigure[] = [];
	let opened: Promise<{ metrics(): Promise<string> }> | null = null;
	// Loading prom-client took a tenth of the start, and many installations never ask for their metrics.
	const open = () => (opened ??= import("./metrics/registry.ts").then(({ openRegistry }) => openRegistry(figures)));
	return {
		contentType: TEXT_FORMAT,
		observe: requests.observe,
		observeTransaction: transactions.observe,
		gauge: (figure) => void figures.push({ kind: "gauge", figure }),
		counter: (figure) => void figures.push({ kind: "counter", figure }),
		async sample() {
			await open();
		},
		render: async () => `${await (await open()).metrics()}\n${await requests.render()}${await transactions.render()}`,
	};
}
