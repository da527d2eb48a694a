package journal

// prior is measured on eleven journals, each and each of its pages alike:
// go test ./classify/internal/journal -run TestPriorShares -update writes it.
var prior = priorShares{
	{ // caption
		"address": {0.018, 0.000}, "name": {0.246, 0.031}, "none": {0.023, 0.030}, "short": {0.045, 0.027},
		"title": {0.185, 0.761}, "word": {0.484, 0.150},
	},
	{ // times
		"many": {0.327, 0.122}, "≤1": {0.587, 0.875}, "≤2": {0.016, 0.001}, "≤29": {0.041, 0.000},
		"≤4": {0.006, 0.000}, "≤9": {0.022, 0.001},
	},
	{ // target
		"data": {0.114, 0.000}, "file": {0.001, 0.000}, "fragment": {0.031, 0.000}, "no page": {0.016, 0.000},
		"page": {0.556, 0.908}, "part": {0.056, 0.001}, "pdf": {0.226, 0.091},
	},
	{ // targets
		"many": {0.051, 0.000}, "≤1": {0.794, 0.984}, "≤2": {0.040, 0.013}, "≤29": {0.035, 0.000},
		"≤4": {0.055, 0.003}, "≤9": {0.024, 0.000},
	},
	{ // host
		"all": {0.092, 0.091}, "few": {0.109, 0.000}, "most": {0.030, 0.000}, "none": {0.016, 0.000},
		"site": {0.651, 0.819}, "some": {0.102, 0.090},
	},
	{ // like
		"many": {0.325, 0.675}, "≤1": {0.298, 0.001}, "≤2": {0.062, 0.001}, "≤29": {0.143, 0.190},
		"≤4": {0.041, 0.005}, "≤9": {0.131, 0.128},
	},
	{ // distinct
		"all": {0.201, 0.829}, "alone": {0.360, 0.002}, "few": {0.341, 0.123}, "most": {0.047, 0.045},
		"some": {0.052, 0.001},
	},
	{ // before
		"address page": {0.015, 0.000}, "name data": {0.000, 0.001}, "name page": {0.176, 0.052}, "name part": {0.018, 0.078},
		"name pdf": {0.001, 0.001}, "none": {0.112, 0.000}, "none file": {0.000, 0.002}, "none no page": {0.004, 0.000},
		"none page": {0.013, 0.063}, "none pdf": {0.000, 0.002}, "short fragment": {0.002, 0.000}, "short page": {0.029, 0.015},
		"short part": {0.005, 0.002}, "short pdf": {0.009, 0.001}, "title file": {0.001, 0.000}, "title fragment": {0.008, 0.000},
		"title no page": {0.001, 0.010}, "title page": {0.244, 0.290}, "title part": {0.007, 0.000}, "title pdf": {0.029, 0.012},
		"word data": {0.031, 0.210}, "word fragment": {0.007, 0.099}, "word no page": {0.001, 0.000}, "word page": {0.175, 0.072},
		"word part": {0.002, 0.001}, "word pdf": {0.108, 0.088},
	},
	{ // after
		"address no page": {0.003, 0.000}, "address page": {0.015, 0.000}, "name data": {0.001, 0.000}, "name page": {0.141, 0.243},
		"name part": {0.041, 0.000}, "name pdf": {0.002, 0.000}, "none": {0.016, 0.004}, "none no page": {0.004, 0.000},
		"none page": {0.014, 0.030}, "short fragment": {0.001, 0.000}, "short page": {0.027, 0.010}, "short part": {0.006, 0.000},
		"short pdf": {0.010, 0.000}, "title file": {0.000, 0.001}, "title fragment": {0.008, 0.000}, "title no page": {0.007, 0.001},
		"title page": {0.332, 0.284}, "title part": {0.007, 0.000}, "title pdf": {0.039, 0.003}, "word data": {0.113, 0.000},
		"word fragment": {0.020, 0.000}, "word no page": {0.001, 0.000}, "word page": {0.157, 0.164}, "word part": {0.003, 0.000},
		"word pdf": {0.033, 0.258},
	},
	{ // region
		"text": {0.856, 1.000}, "way": {0.144, 0.000},
	},
	{ // seen
		"?": {0.111, 0.109}, "again": {0.285, 0.051}, "elsewhere": {0.457, 0.095}, "new": {0.148, 0.745},
	},
}
