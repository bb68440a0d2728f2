import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { TextsProvider } from "./app/texts.tsx";
import { Entry } from "./room/entry.ts";
import { Meet } from "./screens/entry/meet.tsx";
import "./styles/meet.css";

/** The room of a meeting at `<prefix>/meet/<id>#<code>`: a page by itself, for those who know nothing of the console. */
const fragment = location.hash.slice(1);
const entry = new Entry(location.pathname.split("/").at(-1) ?? "", fragment);
// Whoever sees the token of a launch would be its guest.
if (fragment.startsWith("launch=")) history.replaceState(null, "", "#launch");
void entry.begin();
// Another link to the same room, pasted into this tab, leads anew to the door; people in the room come back to it.
addEventListener("hashchange", () => location.reload());

const place = document.getElementById("console");
if (place)
	createRoot(place).render(
		<StrictMode>
			<TextsProvider>
				<Meet entry={entry} />
			</TextsProvider>
		</StrictMode>,
	);
