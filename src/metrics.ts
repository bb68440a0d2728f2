import { collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** The metrics of the service, in the Prometheus text format. */
export interface Metrics {
	/** MIME type of the result of {@link Metrics.render}. */
	readonly contentType: string;
	/** Counts one finished request. `route` is the template, so that the number of series stays bounded. */
	observe(route: string, method: string, status: number, seconds: number): void;
	/** Registers a gauge; `read` is called when the metrics are requested, undefined omits it this time. */
	gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void;
	/** Returns all metrics with their current values. */
	render(): Promise<string>;
}

/** Upper bounds in seconds: from a cached read to the slowest acceptable response. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

const NAME = "http_request_duration_seconds";

/** The requests of one route, method and status. */
interface Series {
	/** `route="…",method="…",status="…"`, escaped. */
	readonly labels: string;
	/** Number of requests per bucket, the last element for those above all bounds. */
	readonly counts: Float64Array;
	sum: number;
}

const escapeLabel = (text: string): string =>
	text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');

/** Formats one series: cumulative buckets, sum and count. */
function renderSeries({ labels, counts, sum }: Series): string {
	let text = "";
	let below = 0;
	for (const [index, bound] of [...BUCKETS, "+Inf"].entries()) {
		below += counts[index] ?? 0;
		text += `${NAME}_bucket{le="${bound}",${labels}} ${below}\n`;
	}
	return `${text}${NAME}_sum{${labels}} ${sum}\n${NAME}_count{${labels}} ${below}\n`;
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
		const series = { labels, counts: new Float64Array(BUCKETS.length + 1), sum: 0 };
		const byMethod = byRoute.get(route) ?? new Map<string, Map<number, Series>>();
		const byStatus = byMethod.get(method) ?? new Map<number, Series>();
		byRoute.set(route, byMethod.set(method, byStatus.set(status, series)));
		all.push(series);
		return series;
	}

	return {
		observe(route: string, method: string, status: number, seconds: number): void {
			const series = byRoute.get(route)?.get(method)?.get(status) ?? open(route, method, status);
			let bucket = 0;
			while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket++;
			series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
			series.sum += seconds;
		},
		render: (): string =>
			`# HELP ${NAME} Duration of HTTP requests by route, method and status.\n# TYPE ${NAME} histogram\n${all.map(renderSeries).join("")}`,
	};
}

/** Creates a registry with the metrics of the process and of its requests. */
export function createMetrics(): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	const requests = createRequestHistogram();
	return {
		contentType: registry.contentType,
		observe: requests.observe,
		gauge(name, help, read) {
			new Gauge({
				name,
				help,
				registers: [registry],
				async collect() {
					const value = await read();
					if (value === undefined) this.remove();
					else this.set(value);
				},
			});
		},
		render: async () => `${await registry.metrics()}\n${requests.render()}`,
	};
}
