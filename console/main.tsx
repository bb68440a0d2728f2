import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "./api/queries.ts";
import { TextsProvider } from "./app/texts.tsx";
import { router } from "./routes.tsx";
import "./styles/index.css";

const place = document.getElementById("console");
if (place)
	createRoot(place).render(
		<StrictMode>
			<QueryClientProvider client={queries}>
				<TextsProvider>
					<RouterProvider router={router} />
				</TextsProvider>
			</QueryClientProvider>
		</StrictMode>,
	);
