import { type JoinCodes, type Moves, occurrenceDeleted } from "#modules/meetings/meetings";
import type { ParticipantAdder } from "#modules/meetings/participants";
import { holidaysChanged } from "#modules/organizations/holidays";
import { memberRightsLost, systemContext } from "#modules/tenancy/permissions";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createAligner } from "./align.ts";
import { createSeriesJobs } from "./background.ts";
import { aadOf, createSeriesCodes } from "./codes.ts";
import { createSeriesCodesService } from "./codes-service.ts";
import { facts } from "./facts.ts";
import { createOccurrencesService } from "./occurrences.ts";
import type { DaysOff } from "./ports.ts";
import { sealedSeriesCodes, seriesList, tenantOfSeries } from "./repository.ts";
import { seriesRoutes } from "./routes.ts";
import { createSeriesService } from "./service.ts";

interface SeriesOptions {
	readonly codes: JoinCodes;
	readonly moves: Moves;
	readonly participants: ParticipantAdder;
	readonly daysOff: DaysOff;
}

/** Creates the module of series: recurring meetings, each created in time. */
export function createSeriesModule(core: Core, options: SeriesOptions): Contribution {
	const seriesCodes = createSeriesCodes({ ...core, ...options });
	const aligner = createAligner({ ...core, ...options, seriesCodes });
	const seriesJobs = createSeriesJobs({ ...core, aligner });
	const parts = { ...core, ...options, seriesCodes, aligner, seriesJobs };
	const series = createSeriesService(parts);
	const codes = createSeriesCodesService(parts);
	return {
		facts,
		tenantsOf: { seriesId: tenantOfSeries },
		sealed: [
			{
				name: "join codes of series",
				loss: "existing codes still work, but hosts can no longer see them",
				column: sealedSeriesCodes,
				aadOf: ({ orgId = "", id = "" }) => aadOf({ orgId, id }),
			},
		],
		routes: seriesRoutes({ series, occurrences: createOccurrencesService(parts), codes }),
		replayRemoval: {
			async series({ orgId, subjectId }) {
				if (orgId === null) return;
				await core.unitOfWork.run(systemContext("cli:restore"), (change) =>
					series.removeAgain(change, orgId, subjectId),
				);
			},
		},
		reactions: [
			at(memberRightsLost, codes.onRightsLost),
			at(occurrenceDeleted, seriesJobs.onDeleted),
			at(holidaysChanged, seriesJobs.onHolidays),
		],
		searchSource: seriesList.source,
	};
}
