-- The request of wrk: an evaluation of all flags.
wrk.method = "POST"
wrk.body = '{"context":{"targetingKey":"usr_01jd0z7v9gf2nbrexx3vqjhp41"}}'
wrk.headers["content-type"] = "application/json"
