import { collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** What the service measures of itself, in the Prometheus text format. */
export interface Metrics {
	/** MIME type of what {@link Metrics.render} answers. */
	readonly contentType: string;
	/** Counts one finished request. `route` is the template, so that the number of series stays bounded. */
	observe(route: string, method: string, status: number, seconds: number): void;
	/** Registers a figure that `read` answers when somebody asks; undefined leaves it out this time. */
	gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void;
	/** All figures as they are now. */
	render(): Promise<string>;
}

/** Upper bounds in seconds: from a cached read to the slowest acceptable answer. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

const NAME = "http_request_duration_seconds";

/** The requests of one route, method and status. */
interface Series {
	/** `route="…",method="…",status="…"`, escaped. */
	readonly labels: string;
	/** Requests per bucket, the last place for those above all bounds. */
	readonly counts: Float64Array;
	sum: number;
}

const escapeLabel = (text: string): string =>
	text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');

/** One series in the text format: cumulative buckets, sum and count. */
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
 * The request histogram. prom-client's own validates and hashes the labels at every observation; here a series is found
 * by three look-ups, because this runs for every request.
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

/** Opens a registry with the figures of the process and of its requests. */
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
