const base = "http://localhost:4177";
const r = await fetch(base + "/console/api/1.0/staff/sign-ins/sandbox", {
  method: "POST",
  headers: { "content-type": "application/json", origin: base },
  body: JSON.stringify({ role: "verifier", orgId: process.env.ORG ?? "gce" }),
});
const cookie = r.headers.get("set-cookie").split(";")[0];
const get = async (p) => (await fetch(base + "/console/api/1.0" + p, { headers: { cookie } })).json();
const q = await get(`/organisations/${process.env.ORG ?? "gce"}/cases`);
const c = q.data.list[0];
const w = await get(`/organisations/${c.orgId}/cases/${c.txnId}/${c.subType}`);
console.log(JSON.stringify(w.data, null, 1).slice(0, 4000));
