import { Counter, Gauge, type Metric, Registry } from "prom-client";
import eventLoopLag from "prom-client/lib/metrics/eventLoopLag";
import heapSizeAndUsed from "prom-client/lib/metrics/heapSizeAndUsed";
import osMemoryHeap from "prom-client/lib/metrics/osMemoryHeap";
import processCpuTotal from "prom-client/lib/metrics/processCpuTotal";
import processMaxFileDescriptors from "prom-client/lib/metrics/processMaxFileDescriptors";
import processOpenFileDescriptors from "prom-client/lib/metrics/processOpenFileDescriptors";
import processStartTime from "prom-client/lib/metrics/processStartTime";
import version from "prom-client/lib/metrics/version";
import type { Figure } from "#platform/module";

/** A figure and the type it is shown with. */
export interface RegisteredFigure {
	readonly kind: "gauge" | "counter";
	readonly figure: Figure;
}

/**
 * Metrics of prom-client that are true on this engine. To create the sizes of heap spaces walks the whole heap, which stops
 * the program for 150 ms when it is large, and Bun has no such spaces; it knows no handles, requests and resources either,
 * and reports no garbage collections.
 */
const OF_PROCESS = [
	processCpuTotal,
	processStartTime,
	osMemoryHeap,
	processOpenFileDescriptors,
	processMaxFileDescriptors,
	eventLoopLag,
	heapSizeAndUsed,
	version,
];

/**
 * What is left out of them: what is called the heap of the process is the memory that the engine has reserved, gigabytes of
 * it, and the shortest lag is absurd until one has been measured.
 */
const LEFT_OUT = ["process_heap_bytes", "nodejs_eventloop_lag_min_seconds"] as const;

/** Interval at which the lag of the event loop is sampled: at the default of 10 ms it takes 0.5 % of a core, idle. */
const LAG_SAMPLE_MS = 50;

let processRegistry: Registry | null = null;

/** Returns the metrics of the process, of which there are one each. */
function metricsOfProcess(): Metric[] {
	if (processRegistry === null) {
		processRegistry = new Registry();
		for (const create of OF_PROCESS) create(processRegistry, { eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
		for (const name of LEFT_OUT) processRegistry.removeSingleMetric(name);
		countCpuSoFar(processRegistry);
	}
	const registry = processRegistry;
	return registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []);
}

/** prom-client counts the CPU time from when it was loaded; what the process has used before belongs to it too. */
function countCpuSoFar(registry: Registry): void {
	const { user, system } = process.cpuUsage();
	const seconds = { user_: user / 1e6, system_: system / 1e6, "": (user + system) / 1e6 };
	for (const [part, used] of Object.entries(seconds)) {
		const counter = registry.getSingleMetric(`process_cpu_${part}seconds_total`);
		if (counter instanceof Counter) counter.inc(used);
	}
}

/** Opens a registry with the metrics of the process and these figures, read whenever they are shown. */
export function openRegistry(figures: readonly RegisteredFigure[]): Registry {
	const registry = new Registry();
	for (const metric of metricsOfProcess()) registry.registerMetric(metric);
	for (const { kind, figure } of figures) (kind === "gauge" ? addGauge : addCounter)(registry, figure);
	return registry;
}

const optionsOf = (registry: Registry, { name, help, labelNames = [] }: Figure) => ({
	...{ name, help, labelNames },
	registers: [registry],
});

function addGauge(registry: Registry, figure: Figure): void {
	new Gauge({
		...optionsOf(registry, figure),
		async collect() {
			const value = await figure.read();
			this.reset();
			if (value === undefined) this.remove();
			else if (typeof value === "number") this.set(value);
			else for (const sample of value) this.set(sample.labels, sample.value);
		},
	});
}

function addCounter(registry: Registry, figure: Figure): void {
	new Counter({
		...optionsOf(registry, figure),
		async collect() {
			const value = await figure.read();
			this.reset();
			if (typeof value === "number") this.inc(value);
			else for (const sample of value ?? []) this.inc(sample.labels, sample.value);
		},
	});
}
