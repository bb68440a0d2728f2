import { Link } from "@tanstack/react-router";
import { useOwnTexts } from "../../app/texts.tsx";
import { defineTexts } from "../../i18n/define.ts";

/** Few: they are loaded with screens of meetings. */
const linkTexts = defineTexts({
	en: { series: "Series", changed: "changed" },
	es: { series: "Serie", changed: "cambiada" },
	de: { series: "Serie", changed: "geändert" },
});

/** Leads from a meeting to its series, and says if it differs from that; nothing for a meeting by itself. */
export function SeriesLink({
	of: { orgId, seriesId, changed },
}: {
	of: { readonly orgId: string; readonly seriesId: string | null; readonly changed: boolean };
}) {
	const own = useOwnTexts(linkTexts);
	if (seriesId === null) return null;
	return (
		<>
			{" · "}
			<Link className="link" to="/o/$orgId/series/$seriesId" params={{ orgId, seriesId }}>
				{own.series}
			</Link>
			{changed && ` (${own.changed})`}
		</>
	);
}
