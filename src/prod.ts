/** First import of the program: the compiled binary runs in production mode unless told otherwise, and Bun reads this at run time. */
if (Bun.isStandaloneExecutable) Bun.env.NODE_ENV ??= "production";
