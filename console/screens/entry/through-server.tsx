import { useEffect, useState } from "react";
import { unwrap } from "#client";
import { useOwnTexts } from "../../app/texts.tsx";
import type { Visitor } from "../../room/visitor.ts";
import { throughServerTexts } from "./through-server-texts.ts";

/** Says before a person joins that sound and pictures may go through the server, where that is so. */
export function ThroughServer({ api }: Pick<Visitor, "api">) {
	const own = useOwnTexts(throughServerTexts);
	const [is, setIs] = useState(false);
	useEffect(() => {
		// A server that does not answer tells it in the room.
		void unwrap(api.GET("/configurations/sign-in")).then(
			({ data }) => setIs(data.mediaThroughServer === true),
			() => undefined,
		);
	}, [api]);
	return is && <p className="field-hint">{own.throughServer}</p>;
}
