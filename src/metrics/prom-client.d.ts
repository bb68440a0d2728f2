/** A metric of the process, which prom-client has no types for: adds it to a registry. */
declare module "prom-client/lib/metrics/*" {
	import type { DefaultMetricsCollectorConfiguration, Registry } from "prom-client";

	const create: (
		registry: Registry,
		options: Pick<DefaultMetricsCollectorConfiguration<string>, "eventLoopMonitoringPrecision">,
	) => void;
	export default create;
}
