import { chromium } from "playwright";
const base = "http://127.0.0.1:8090";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const CL = ["none","sudden-death","increment","delay","byo-yomi","per-turn","correspondence"];
const sizes = [[360,740,true],[1366,650,false]];
for (const [width,height,touch] of sizes) for (const theme of ["light","dark"]) {
  const context = await browser.newContext({ viewport:{width,height}, hasTouch:touch, isMobile:touch, colorScheme: theme, reducedMotion:"reduce" });
  const page = await context.newPage();
  const n = `${width}-${theme}`;
  for (const c of CL) {
    await page.goto(base+"/squadro");
    await page.evaluate((c)=>localStorage.setItem("ludoteca.setup.squadro", JSON.stringify({clock:c, takeBack:false})), c);
    await page.goto(base+"/peak"); await page.goto(base+"/squadro");
    await page.evaluate((c)=>{}, c);
    await page.getByLabel("Clock",{exact:true}).waitFor();
    await page.getByLabel("Clock",{exact:true}).selectOption(c);
    if (touch) await page.locator("details").evaluate(e=>e.scrollIntoView({block:"start"}));
    if (theme==="light"||c==="byo-yomi") await page.screenshot({path:`/tmp/terms/form-${n}-${c}.png`});
  }
  for (const [name,path] of [["table","/rules/table"],["table6","/rules/table#TB-6"],["squadro","/squadro/rules"],["landing","/"]]) {
    await page.goto("about:blank"); await page.goto(base+path); await page.waitForTimeout(1200);
    await page.screenshot({path:`/tmp/terms/${name}-${n}.png`});
  }
  await page.goto(base+"/rules/table"); await page.waitForTimeout(600);
  await page.evaluate(()=>scrollTo(0,1e6)); await page.screenshot({path:`/tmp/terms/tableend-${n}.png`});
  await page.goto(base+"/"); await page.waitForTimeout(600);
  console.log(n, await page.evaluate(()=>[document.documentElement.scrollHeight, innerHeight]));
  await page.evaluate(()=>scrollTo(0,1e6)); await page.screenshot({path:`/tmp/terms/landingend-${n}.png`});
  await context.close();
}
await browser.close();
