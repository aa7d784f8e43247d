const base = "http://localhost:4177";
const org = process.argv[2];
const r = await fetch(base + "/console/api/1.0/staff/sign-ins/sandbox", {
  method: "POST",
  headers: { "content-type": "application/json", origin: base },
  body: JSON.stringify({ role: "verifier", orgId: org }),
});
const cookie = r.headers.get("set-cookie").split(";")[0];
const q = await (
  await fetch(base + `/console/api/1.0/organisations/${org}/cases?count=100`, { headers: { cookie } })
).json();
console.log(
  q.data.list
    .filter((c) => !process.argv[3] || c.txnId === process.argv[3])
    .map((c) => c.txnId + " " + c.subType + " " + c.state + " " + c.holderName)
    .join("\n"),
);
